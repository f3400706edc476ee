import { isTestFile } from '../verdict/test-files.ts';
import type { NewTask } from '#model/task.ts';
import { fileOfTest } from '#check/rules/findings/test-names.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import { isOfInnerRun } from '#check/rules/scope/inner-run.ts';
import type { Scheduled } from '#check/rules/scope/schedule.ts';
import { withinRoot } from '#check/rules/scope/within-root.ts';
import { namedTests } from '../tasks/named-tests.ts';

export interface NarrowInput {
  readonly task: Pick<NewTask, 'taskType' | 'tool' | 'targets' | 'validation'>;
  /** Files that the attempt touched and that are there. */
  readonly touched: readonly string[];
  readonly runs: readonly Scheduled[];
  readonly engineOf: (id: string) => NarrowableEngine | undefined;
}

interface NarrowableEngine {
  readonly scope: 'per-file' | 'whole-program' | 'tests';
  readonly judges: RegExp;
}

/**
 * What has to run again to judge one attempt: its own engine, as far as its change can be seen there. A repair that its
 * tool calls unsafe is seen by all of them.
 */
export function narrowRuns({ task, touched, runs, engineOf }: NarrowInput): readonly Scheduled[] {
  const asked = judgingRuns(task, runs);
  // What is inherited fails in the file of its class, and is collected in another.
  const tests = namedTests(task).map((id) => fileOfTest({ id }));
  const paths = [...new Set([...task.targets.files, ...tests, ...touched])];
  return asked.flatMap((run) => {
    const engine = engineOf(run.engine);
    if (engine === undefined) return [];
    const scope = scopeFor(engine, { run, runs, paths, task });
    return scope.length === 0 ? [] : [{ ...run, plan: { ...run.plan, scope: [...scope] } }];
  });
}

/** The runs that have a say in a task: those of its engine. */
export function judgingRuns(
  { tool, taskType }: Pick<NewTask, 'taskType' | 'tool'>,
  runs: readonly Scheduled[],
): readonly Scheduled[] {
  const own = runs.filter(({ engine }) => engine === tool);
  // A conflict or a review belongs to no engine, so every one has a say.
  return own.length > 0 && taskType !== 'autofix_unsafe' ? own : runs;
}

interface Narrowing {
  readonly run: Scheduled;
  readonly runs: readonly Scheduled[];
  readonly paths: readonly string[];
  readonly task: NarrowInput['task'];
}

function scopeFor(engine: NarrowableEngine, { run, runs, paths, task }: Narrowing) {
  const { plan } = run;
  const needsAll =
    engine.scope === 'whole-program' ||
    (engine.scope === 'tests' && task.taskType === 'autofix_unsafe') ||
    task.targets.files.length === 0 ||
    // Coverage is made by all tests together.
    task.validation.successCriteria.minCoverageDelta !== undefined;
  if (needsAll) return plan.scope;
  const plans = runs.map((other) => other.plan);
  const judged = paths.filter(
    (path) =>
      engine.judges.test(path) &&
      (engine.scope !== 'tests' || isTestFile(path) || task.targets.files.includes(path)) &&
      !isOfInnerRun(path, plan, plans),
  );
  return withinRoot(judged, plan.root).filter((path) => liesIn(plan.scope, path));
}
