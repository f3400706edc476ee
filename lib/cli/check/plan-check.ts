import type { ConfigOutcome } from '#config/load.ts';
import type { RepositoryFacts } from '#domain/repository/facts.ts';
import { planEngine } from '#domain/scope/plan-engine.ts';
import { overlay, settingsOf } from '#domain/scope/settings.ts';
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
  const looked = engines.map((engine) => look(engine, facts, sources));
  const chosen = looked.filter(({ id, wanted }) =>
    request.only.length > 0 ? request.only.includes(id) : wanted,
  );
  const unknown = request.only.filter((id) => !known.includes(id));
  const planned = [...chosen.map(({ id }) => id), ...unknown].map((id) => {
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
    absent: looked
      .filter((one) => one.off || !chosen.includes(one))
      .map(({ id, because }) => ({ engine: id, because })),
  };
}

interface Looked {
  readonly id: string;
  /** Switched on, or left to its own judgement and present. */
  readonly wanted: boolean;
  readonly off: boolean;
  readonly because: string;
}

function look(
  { id, detect }: Engine,
  facts: RepositoryFacts,
  { environment, config }: ReturnType<typeof planningSettings>,
): Looked {
  const profile = environment.profile ?? config.profile;
  const { enabled } = overlay(
    settingsOf(id, config, profile),
    settingsOf(id, environment, profile),
  );
  const found = detect(facts, '.');
  const off = enabled === false;
  const because = off ? 'it is switched off' : found.because;
  return { id, off, because, wanted: enabled ?? found.kind === 'present' };
}
