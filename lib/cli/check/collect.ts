import { type CheckDeps, type CheckInput } from '#check/check-repository.ts';
import { type Collected, collectFindings } from '#check/collect-findings.ts';
import { type Base, readBase } from '#check/read-base.ts';
import type { CliContext } from '../context.ts';
import { checkInput, createCheckDeps } from './deps.ts';
import { type CheckOptions, toOverrides } from './options.ts';
import { prepareCheck, type PreparedCheck } from './prepare.ts';

export interface CollectedCheck {
  readonly prepared: PreparedCheck;
  readonly deps: CheckDeps;
  readonly input: CheckInput;
  readonly base: Base;
  /** The runs of each engine on its whole scope. */
  readonly byEngine: ReadonlyMap<string, readonly Collected[]>;
}

/** Runs the engines on everything, for a command that does something with what they find. */
export async function collectTarget(
  context: CliContext,
  options: CheckOptions,
): Promise<CollectedCheck | undefined> {
  const prepared = await prepareCheck(context, [], {
    options,
    overrides: toOverrides({ ...options, mode: 'target' }),
  });
  if (prepared === undefined) return undefined;
  const deps = createCheckDeps(context, prepared);
  const input = await checkInput(context, prepared);
  const reading = readBase(deps, prepared.repository, input.ref);
  const collecting = collectFindings(deps, input, () => reading);
  const [base, runs] = await Promise.all([reading, collecting]);
  const byEngine = new Map<string, Collected[]>();
  for (const run of runs) {
    const { engine } = run.scheduled;
    byEngine.set(engine, [...(byEngine.get(engine) ?? []), run]);
  }
  return { prepared, deps, input, base, byEngine };
}
