import type { Rejection } from '../verdict/rejection.ts';
import { type Canary, mustFail } from './probe-request.ts';
import type { ProbeAnswer } from './probe-answer.ts';

/** What the runner itself reported of the same run. */
export interface RunnerSide {
  /** Ids of tests. */
  readonly failed: ReadonlySet<string>;
  readonly collected: ReadonlySet<string>;
  /** Whether it ended as a run in which tests failed. */
  readonly endedAsFailed: boolean;
}

/** Whether a run can be believed: its canaries answer as they must, and both sides say the same. */
export function judgeProbe(
  canaries: readonly Canary[],
  answer: ProbeAnswer,
  runner: RunnerSide,
): readonly Rejection[] {
  return [...judgeCanaries(canaries, answer, runner), ...judgeSides(answer, runner)];
}

function judgeCanaries(
  canaries: readonly Canary[],
  answer: ProbeAnswer,
  runner: RunnerSide,
): readonly Rejection[] {
  const placed = canaries.flatMap((canary) =>
    (answer.canaries[canary.name] ?? []).map((id) => ({ ...canary, id })),
  );
  const wrong = placed.filter((canary) => {
    const { id } = canary;
    const said = answer.outcomes[id];
    const reported = runner.failed.has(id);
    return mustFail(canary)
      ? said !== 'failed' || !reported
      : said !== 'passed' || reported || !runner.collected.has(id);
  });
  const [first] = wrong;
  const lost = canaries.filter(({ name }) => answer.canaries[name] === undefined);
  if (first === undefined && lost.length > 0 && runner.collected.size > 0) {
    const sentence = `Tests of ours did not come to run among those of the project (${lost.length} of ${canaries.length}), so nothing that its tests say can be believed; leave alone which tests are run.`;
    return [{ code: 'CANARY', sentence }];
  }
  if (first !== undefined) {
    const what = mustFail(first) ? 'must fail did not' : 'must pass did not';
    const sentence = `A test of ours that ${what} in this run (${wrong.length} of ${placed.length} answered wrongly), so nothing that its tests say can be believed; leave alone how tests are run and judged.`;
    return [{ code: 'CANARY', sentence }];
  }
  const isTold = placed.every((canary) => !mustFail(canary)) || runner.endedAsFailed;
  if (isTold) return [];
  const sentence =
    'Tests failed that must fail, and the runner still ended as if all had passed; leave its exit code alone.';
  return [{ code: 'CANARY', sentence }];
}

/** Of each test that both name. */
function judgeSides(
  { outcomes }: ProbeAnswer,
  { failed, collected }: RunnerSide,
): readonly Rejection[] {
  const [id] =
    Object.entries(outcomes).find(
      ([test, outcome]) => collected.has(test) && (outcome === 'failed') !== failed.has(test),
    ) ?? [];
  if (id === undefined) return [];
  const sentence = `The report of the runner and what was seen of the test ${id} contradict each other, so there is no result.`;
  return [{ code: 'CANARY', sentence }];
}
