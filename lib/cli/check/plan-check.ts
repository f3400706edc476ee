import type { ConfigOutcome } from '#config/load.ts';
import type { RepositoryFacts } from '#domain/repository/facts.ts';
import { planEngine } from '#domain/scope/plan-engine.ts';
import { type RequestedMode, type Schedule, schedule } from '#domain/scope/schedule.ts';
import type { Engine } from '#engines/contract.ts';
import { planningSettings } from './settings.ts';

export interface CheckRequest {
  readonly paths: readonly string[];
  readonly mode: RequestedMode;
  /** Only these; empty: those that recognise the repository or are switched on. */
  readonly only: readonly string[];
  /** Absolute path of the repository. */
  readonly repository: string;
}

export interface PlannedCheck {
  readonly schedule: Schedule;
  /** Engines that are left alone, and why. */
  readonly absent: readonly { readonly engine: string; readonly because: string }[];
}

type Loaded = Extract<ConfigOutcome, { readonly kind: 'ok' }>;

/** Plans every engine that has to do with this repository. */
export function planCheck(
  { config, origins }: Loaded,
  { facts, engines }: { readonly facts: RepositoryFacts; readonly engines: readonly Engine[] },
  request: CheckRequest,
): PlannedCheck {
  const sources = planningSettings(config, origins);
  const known = engines.map(({ id }) => id);
  const detections = engines.map((engine) => ({ engine, found: engine.detect(facts, '.') }));
  const chosen = detections.filter(({ engine: { id }, found }) =>
    request.only.length > 0
      ? request.only.includes(id)
      : (config.engines[id]?.enabled ?? found.kind === 'present'),
  );
  const unknown = request.only.filter((id) => !known.includes(id));
  const planned = [...chosen.map(({ engine }) => engine.id), ...unknown].map((id) => {
    const plan = (mode: 'current' | 'target') =>
      planEngine({
        engine: id,
        mode,
        known,
        repository: request.repository,
        root: '.',
        commandLine: { paths: request.paths },
        ...sources,
      });
    return { current: plan('current'), target: plan('target') };
  });
  const wholeProgram = new Set(
    engines.filter(({ scope }) => scope === 'whole-program').map(({ id }) => id),
  );
  return {
    schedule: schedule(request.mode, planned, { wholeProgram }),
    absent: detections
      .filter((one) => !chosen.includes(one))
      .map(({ engine: { id }, found }) => ({ engine: id, because: found.because })),
  };
}
