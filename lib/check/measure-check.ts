import type { EngineMeasures, TreeMeasures } from './rules/findings/check-vector.ts';
import { worseNumber } from './rules/findings/numbers.ts';
import type { TrustedBaseline } from './rules/findings/trusted-baseline.ts';
import type { BaselineSnapshot } from '#model/baseline.ts';
import type { CheckedEngine } from '#model/check-report.ts';
import type { EngineOutcome } from '#model/engine-outcome.ts';
import type { Engine } from '#engines/contract.ts';
import type { RepositoryReader } from './needs/repository.ts';
import type { Collected } from './collect-findings.ts';
import { countSuppressions, type Measured } from './measure-change.ts';

export interface JudgedEngines extends Measured {
  readonly engines: ReadonlyMap<string, Engine>;
  /** Every run, held against its baseline. */
  readonly runs: readonly { readonly collected: Collected; readonly checked: CheckedEngine }[];
  /** The requested results: fewer than the runs where a part was derived from the whole. */
  readonly answers: readonly CheckedEngine[];
  readonly trusted: ReadonlyMap<string, TrustedBaseline>;
  readonly recorded: ReadonlyMap<string, BaselineSnapshot>;
}

/** Counts what must not get worse besides the findings. */
export async function measureCheck(
  sources: RepositoryReader,
  judged: JudgedEngines,
): Promise<{ readonly engines: readonly EngineMeasures[]; readonly tree: TreeMeasures }> {
  const { base, runs } = judged;
  const ids = [...new Set(runs.map(({ collected }) => collected.scheduled.engine))];
  const engines = ids.flatMap((id) => judged.engines.get(id) ?? []);
  const measured = await Promise.all(
    engines.map((engine) => measureEngine(sources, judged, engine)),
  );
  return {
    engines: measured,
    tree: {
      hasBase: base.commit !== null,
      renames: base.changes.renames,
      deleted: base.changes.deleted,
    },
  };
}

async function measureEngine(
  sources: RepositoryReader,
  judged: JudgedEngines,
  engine: Engine,
): Promise<EngineMeasures> {
  const { id } = engine;
  const all = judged.runs.filter(({ collected }) => collected.scheduled.engine === id);
  const targets = all.filter(({ collected }) => collected.scheduled.mode === 'target');
  const runs = (targets.length > 0 ? targets : all).filter(({ checked }) => !isForgiven(checked));
  const recorded = targets.length > 0 ? judged.recorded.get(id) : undefined;
  return {
    engine: id,
    result:
      runs.length === 0
        ? 'as at the base'
        : summarizeOutcomes(runs.map(({ collected }) => collected.outcome)),
    newFindings: countNewFindings(
      judged.answers.filter(({ outcome }) => outcome.plan.engine === id),
    ),
    tests: joinTests(runs.map(({ collected }) => collected.tests)),
    coverage: mergeCoverage(runs.map(({ collected }) => collected.coverage)),
    recorded,
    numbers: runs.flatMap(({ collected }) => collected.numbers ?? []),
    acceptedNumbers: listAcceptedNumbers(runs.map(({ checked }) => checked)),
    suppressionsAdded: await countSuppressions(sources, judged, engine),
    growth: judged.trusted.get(id)?.growth.length ?? 0,
  };
}

function listAcceptedNumbers(checked: readonly CheckedEngine[]): ReadonlySet<string> {
  const findings = checked.flatMap((one) => one.findings);
  const accepted = findings.filter(
    ({ kind, status }) => kind === worseNumber && status === 'tolerated',
  );
  return new Set(accepted.flatMap(({ symbol }) => symbol ?? []));
}

/** It gave nothing here and at the base, so there is nothing to compare. */
function isForgiven({ outcome, sameAtBase }: CheckedEngine): boolean {
  return outcome.error !== null && sameAtBase !== undefined;
}

/** What both modes found counts once. */
function countNewFindings(answers: readonly CheckedEngine[]): number {
  const ofTarget = answers.filter(({ outcome }) => outcome.plan.mode === 'target');
  const counted = ofTarget.length > 0 ? ofTarget : answers;
  return counted.reduce((sum, { counts }) => sum + counts.new, 0);
}

function summarizeOutcomes(outcomes: readonly EngineOutcome[]): EngineMeasures['result'] {
  if (outcomes.some(({ error }) => error !== null)) return 'failed';
  return outcomes.every(({ completeness }) => completeness.kind === 'complete')
    ? 'complete'
    : 'partial';
}

function joinTests(tests: readonly Collected['tests'][]): Collected['tests'] {
  return tests.every((one) => one === null) ? null : tests.flatMap((one) => one ?? []);
}

function mergeCoverage(
  coverage: readonly BaselineSnapshot['coverage'][],
): BaselineSnapshot['coverage'] {
  return coverage.every((one) => one === null) ? null : Object.assign({}, ...coverage);
}
