import type { CheckServices, CheckInput } from './check-repository.ts';
import { type Collected, collectFindings } from './collect-findings.ts';
import { createNumbersAtBase } from './numbers-at-base.ts';
import { type Base, readBase } from './read-base.ts';

export interface CollectedByEngine {
  readonly base: Base;
  /** The runs of each engine on its whole scope. */
  readonly byEngine: ReadonlyMap<string, readonly Collected[]>;
}

/** Runs the engines on everything, for a command that does something with what they find. */
export async function collectByEngine(
  deps: CheckServices,
  input: CheckInput,
): Promise<CollectedByEngine> {
  const reading = readBase(deps, input, input.ref);
  const numbersAtBase = createNumbersAtBase(deps, input, reading);
  const collecting = collectFindings(deps, { ...input, numbersAtBase }, () => reading);
  const [base, runs] = await Promise.all([reading, collecting]);
  return { base, byEngine: Map.groupBy(runs, ({ scheduled }) => scheduled.engine) };
}
