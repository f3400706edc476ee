import { type CollectedByEngine, collectByEngine } from '#check/collect-by-engine.ts';
import type { CheckServices, CheckInput } from '#check/check-repository.ts';
import { buildCheckDeps, buildCheckInput } from '#check/check-input.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import { openEngineHost } from '#local/engine-host.ts';
import { createLocalBaselineReader } from '#local/records.ts';
import type { CliContext } from '../context.ts';
import { type CheckOptions, toOverrides } from './options.ts';
import { prepareCommand } from './prepare.ts';

export interface CollectedTarget extends CollectedByEngine {
  readonly prepared: PreparedCheck;
  readonly deps: CheckServices;
  readonly input: CheckInput;
}

/** Runs the engines on everything; undefined: the request is wrong, and the person has been told. */
export async function collectTarget(
  context: CliContext,
  options: CheckOptions,
): Promise<CollectedTarget | undefined> {
  const host = openEngineHost({ ...context, output: context.stderr });
  const overrides = toOverrides({ ...options, mode: 'target' });
  const prepared = await prepareCommand(context, host, { options, overrides });
  if (prepared === undefined) return undefined;
  const deps = buildCheckDeps(
    host,
    prepared,
    createLocalBaselineReader(host.clock, prepared.repository),
  );
  const input = await buildCheckInput(host, prepared, context.signal);
  return { prepared, deps, input, ...(await collectByEngine(deps, input)) };
}
