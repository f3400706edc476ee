import { type CollectedByEngine, collectByEngine } from '#check/collect-by-engine.ts';
import type { CheckServices, CheckInput } from '#check/check-repository.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { createLocalBaselineReader } from '#local/records.ts';
import { EXIT } from '#local/exit-codes.ts';
import type { CliContext } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import { type CheckOptions, toOverrides } from './options.ts';
import { prepareCommand, type PreparedCommand } from './prepare.ts';

export interface CollectedTarget extends CollectedByEngine {
  readonly prepared: PreparedCommand;
  readonly deps: CheckServices;
  readonly input: CheckInput;
}

/** Runs the engines on everything; undefined: the request is wrong, and the person has been told. */
export async function collectTarget(
  context: CliContext,
  options: CheckOptions,
): Promise<CollectedTarget | undefined> {
  const host = openEngineHost({ ...context, output: context.stderr, keepsState: true });
  const prepared = await prepareCommand(context, host, {
    options,
    overrides: (fromTop) => toOverrides({ ...options, mode: 'target' }, fromTop),
  });
  if (prepared === undefined) return undefined;
  const deps = buildCheckDeps(
    host,
    prepared,
    createLocalBaselineReader(host.clock, prepared.repository),
  );
  if (prepared.schedule.entries.length + prepared.schedule.problems.length === 0) {
    const sentence = 'No engine has anything to do here; see `ratchetr plan` for the reasons.';
    refuseCommand(context, sentence, EXIT.nothingJudged);
    return undefined;
  }
  const input = await buildCheckInput(host, prepared, context.signal);
  return { prepared, deps, input, ...(await collectByEngine(deps, input)) };
}
