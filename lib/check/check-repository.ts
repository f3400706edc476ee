import { compareCheck } from './rules/findings/check-vector.ts';
import { explainSameAtBase, findTrouble } from './rules/findings/base-trouble.ts';
import { deriveCheck } from './rules/findings/checked-engine.ts';
import type { TrustedBaseline } from './rules/findings/trusted-baseline.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { CheckedEngine, VectorReport } from '#model/check-report.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import type { Sha } from '#model/ids.ts';
import type { JudgingReport } from '#model/judging.ts';
import type { Scheduled } from './rules/scope/schedule.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { EngineRunner } from './needs/engine-host.ts';
import type { History } from './needs/history.ts';
import { type Collected, collectFindings } from './collect-findings.ts';
import { type HoldInput, holdRun } from './hold-run.ts';
import type { TreeReader } from './name-findings.ts';
import { createNumbersAtBase } from './numbers-at-base.ts';
import { type JudgingInput, judgeJudging } from './judge-judging.ts';
import { measureCheck } from './measure-check.ts';
import { type Base, differsFromHead, readBase } from './read-base.ts';
import type { RecordedOf } from './recorded-baselines.ts';
import type { RunEnginesInput } from './run-engines.ts';
import { type BaselineSettings, trustBaselines } from './trust-baselines.ts';

export interface CheckServices extends EngineRunner, TreeReader {
  readonly ids: Ids;
  readonly history: History;
  /** What was recorded of a commit, where anything is recorded. */
  readonly recordedOf: RecordedOf;
  /** Finds out what these engines say of a commit; absent: only what was recorded is known. */
  readonly judgeBase?: JudgeBase | undefined;
}

type JudgeBase = (
  input: CheckInput,
  base: { readonly commit: Sha; readonly engines: ReadonlySet<string> },
) => Promise<readonly BaselineSnapshot[]>;

export interface CheckInput extends RunEnginesInput, Pick<HoldInput, 'facts'> {
  /** A copy of the same tree, in which the engines run, absolute; absent: the repository itself. */
  readonly copy?: string;
  /** What to compare with; undefined: HEAD. */
  readonly ref: string | undefined;
  readonly baseline: BaselineSettings;
  /** Where our settings stand, relative to the repository. */
  readonly configFile?: string | undefined;
  /** Absent: nothing is told of changes to how the code is judged. */
  readonly judging?: JudgingInput;
}

export interface Checked {
  readonly base: Base;
  readonly engines: readonly CheckedEngine[];
  readonly vector: VectorReport;
  readonly judging: JudgingReport;
  readonly problems: readonly PlanProblem[];
}

/** Runs what is scheduled, compares it with the base, and gives a result for each request. */
export async function checkRepository(deps: CheckServices, input: CheckInput): Promise<Checked> {
  const { schedule, copy: folder = input.repository } = input;
  const reading = readBase(deps, input, input.ref);
  const numbersAtBase = createNumbersAtBase(deps, input, reading);
  const inFolder = { ...input, repository: folder, numbersAtBase };
  const collecting = collectFindings(deps, inFolder, () => reading);
  const [base, collected] = await Promise.all([reading, collecting]);
  const { trusted, recorded, runs } = await holdAgainstBase(deps, { ...input, base }, collected);
  const held = new Map(runs.map((run) => [run.collected.scheduled, run.checked]));
  const answers = schedule.entries
    // Equal plans are one run, and that is the target's.
    .filter(({ requested, how }) => requested && how !== 'same-as-target')
    .flatMap((entry) => answerForEntry(entry, held));
  const judged = { ...input, base, runs, answers, trusted, recorded };
  const measured = await measureCheck(deps.sources, judged);
  return {
    base,
    engines: answers,
    vector: compareCheck(measured.engines, measured.tree),
    judging: await judgeJudging(deps, { ...input, base }),
    problems: [...trusted].flatMap(([engine, { problems }]) =>
      problems.map(invalidBaseline(engine)),
    ),
  };
}

type InputWithBase = CheckInput & { readonly base: Base };

interface HeldRuns {
  readonly recorded: ReadonlyMap<string, BaselineSnapshot>;
  readonly trusted: ReadonlyMap<string, TrustedBaseline>;
  readonly runs: readonly { readonly collected: Collected; readonly checked: CheckedEngine }[];
}

/** Against what is known of the base; where that leaves open whether something came with the change, against the base itself. */
async function holdAgainstBase(
  deps: CheckServices,
  input: InputWithBase,
  collected: readonly Collected[],
): Promise<HeldRuns> {
  const { commit } = input.base;
  const recorded = commit === null ? new Map() : await deps.recordedOf(commit);
  const isBase = !(await differsFromHead(deps, input, input.base));
  const held = await holdRuns(deps, { ...input, recorded, isBase }, collected);
  const open = isBase ? new Set<string>() : listUnexplained(held, input);
  if (commit === null || deps.judgeBase === undefined || open.size === 0) return held;
  const judged = await deps.judgeBase(input, { commit, engines: open });
  const more = judged.map((snapshot) => [snapshot.engine, snapshot] as const);
  const known = new Map([...recorded, ...more]);
  return holdRuns(deps, { ...input, recorded: known, isBase }, collected);
}

/** Engines of which something is red that the base may have, too. */
function listUnexplained(
  { runs, recorded }: HeldRuns,
  { baseline }: InputWithBase,
): ReadonlySet<string> {
  const tolerates = baseline.source === 'auto' || baseline.source === 'recorded';
  const open = runs.filter(({ checked, collected }) => {
    const { counts, sameAtBase: same } = checked;
    const isRed = ['failed', 'degraded'].includes(findTrouble(checked)?.kind ?? '');
    if (isRed) return same === undefined;
    // Numbers were held against the base already.
    const isOpen = counts.new > 0 && collected.numbers === null;
    return tolerates && isOpen && checked.baseline.source === 'none';
  });
  const engines = open.map(({ checked }) => checked.outcome.plan.engine);
  return new Set(engines.filter((engine) => !recorded.has(engine)));
}

async function holdRuns(
  deps: CheckServices,
  input: InputWithBase & Pick<HeldRuns, 'recorded'> & { readonly isBase: boolean },
  collected: readonly Collected[],
): Promise<HeldRuns> {
  const { repository, base, recorded, isBase } = input;
  const engines = [...new Set(collected.map(({ scheduled }) => scheduled.engine))];
  const place = { repository, settings: input.baseline };
  const trusted = await trustBaselines(deps, place, { engines, base, recorded });
  const runs = collected.map(async (one) => {
    const { engine } = one.scheduled;
    const baseline = trusted.get(engine);
    if (baseline === undefined) throw new Error(`No baseline of ${engine}`);
    const { checked } = await holdRun(deps, { ...input, baseline }, one);
    const same = isBase ? undefined : explainSameAtBase(checked, recorded.get(engine)?.troubles);
    return { collected: one, checked: { ...checked, ...(same && { sameAtBase: same }) } };
  });
  return { recorded, trusted, runs: await Promise.all(runs) };
}

/** What comes from a target is a part of it, with everything that is said of it. */
function answerForEntry(
  entry: Scheduled,
  held: ReadonlyMap<Scheduled, CheckedEngine>,
): readonly CheckedEngine[] {
  const own = held.get(entry);
  if (own !== undefined) return [own];
  const target = [...held].find(
    ([{ engine, mode, plan }]) =>
      engine === entry.engine && mode === 'target' && plan.root === entry.plan.root,
  );
  return target === undefined ? [] : [deriveCheck(target[1], entry.plan)];
}

function invalidBaseline(engine: string): (problem: string) => PlanProblem {
  return (message) => ({ engine, code: 'BASELINE_INVALID', message });
}
