import { compareCheck } from '#domain/findings/check-vector.ts';
import { derivedCheck } from '#domain/findings/checked-engine.ts';
import type { TrustedBaseline } from '#domain/findings/trusted-baseline.ts';
import type { BaselineSnapshot } from '#domain/model/baseline.ts';
import type { CheckedEngine, VectorReport } from '#domain/model/check-report.ts';
import type { PlanProblem } from '#domain/model/engine-plan.ts';
import type { Sha } from '#domain/model/ids.ts';
import type { Scheduled } from '#domain/scope/schedule.ts';
import type { History } from '#ports/history.ts';
import { type Collected, collectFindings, type CollectDeps } from './collect-findings.ts';
import { holdRun, type HoldDeps, type HoldInput } from './hold-run.ts';
import { measureCheck } from './measure-check.ts';
import { type Base, readBase } from './read-base.ts';
import type { RunEnginesInput } from './run-engines.ts';
import { type BaselineSettings, trustBaselines } from './trust-baselines.ts';

export interface CheckDeps extends Omit<CollectDeps, 'sources'>, HoldDeps {
  readonly history: History;
  /** What was recorded of a commit, where anything is recorded. */
  readonly recordedOf: (commit: Sha) => Promise<ReadonlyMap<string, BaselineSnapshot>>;
}

export interface CheckInput extends RunEnginesInput, Pick<HoldInput, 'facts'> {
  /** What to compare with; undefined: HEAD. */
  readonly ref: string | undefined;
  readonly baseline: BaselineSettings;
}

export interface Checked {
  readonly base: Base;
  readonly engines: readonly CheckedEngine[];
  readonly vector: VectorReport;
  readonly problems: readonly PlanProblem[];
}

/** Runs what is scheduled, holds it against the base, and answers for everything that was asked for. */
export async function checkRepository(deps: CheckDeps, input: CheckInput): Promise<Checked> {
  const { repository, schedule } = input;
  const reading = readBase(deps, repository, input.ref);
  const collecting = collectFindings(deps, input, () => reading);
  const [base, collected] = await Promise.all([reading, collecting]);
  const recorded = base.commit === null ? new Map() : await deps.recordedOf(base.commit);
  const ids = [...new Set(collected.map(({ scheduled }) => scheduled.engine))];
  const place = { repository, settings: input.baseline };
  const trusted = await trustBaselines(deps, place, { engines: ids, base, recorded });
  const runs = await holdRuns(deps, { ...input, base, trusted }, collected);
  const held = new Map(runs.map((run) => [run.collected.scheduled, run.checked]));
  const answers = schedule.entries
    // Equal plans are one run, and that is the target's.
    .filter(({ requested, how }) => requested && how !== 'same-as-target')
    .flatMap((entry) => answer(entry, held));
  const judged = { ...input, base, runs, answers, trusted, recorded };
  const measured = await measureCheck(deps, judged);
  return {
    base,
    engines: answers,
    vector: compareCheck(measured.engines, measured.tree),
    problems: [...trusted].flatMap(([engine, { problems }]) => problems.map(invalid(engine))),
  };
}

async function holdRuns(
  deps: CheckDeps,
  input: CheckInput & {
    readonly base: Base;
    readonly trusted: ReadonlyMap<string, TrustedBaseline>;
  },
  collected: readonly Collected[],
) {
  const runs = collected.map(async (one) => {
    const baseline = input.trusted.get(one.scheduled.engine);
    if (baseline === undefined) throw new Error(`No baseline of ${one.scheduled.engine}`);
    const { checked } = await holdRun(deps, { ...input, baseline }, one);
    return { collected: one, checked };
  });
  return Promise.all(runs);
}

/** What comes from a target is a part of it, with everything that is said of it. */
function answer(
  entry: Scheduled,
  held: ReadonlyMap<Scheduled, CheckedEngine>,
): readonly CheckedEngine[] {
  const own = held.get(entry);
  if (own !== undefined) return [own];
  const target = [...held].find(
    ([{ engine, mode, plan }]) =>
      engine === entry.engine && mode === 'target' && plan.root === entry.plan.root,
  );
  return target === undefined ? [] : [derivedCheck(target[1], entry.plan)];
}

function invalid(engine: string): (problem: string) => PlanProblem {
  return (message) => ({ engine, code: 'BASELINE_INVALID', message });
}
