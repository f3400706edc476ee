import type { NewTask, Task } from '#model/task.ts';
import { autofixId } from '../rules/session/choose-agent.ts';
import { isFindingOfTask } from '../rules/session/own-findings.ts';
import { planAutofix } from '../rules/session/plan-autofix.ts';
import { freshTasks } from '../rules/session/replan.ts';
import {
  allFindings,
  type FindingsSnapshot,
  type EngineSnapshot,
} from '../rules/session/findings-snapshot.ts';
import { unwantedSkips } from '../rules/tasks/by-skipped-file.ts';
import { planFollowUps } from '../rules/tasks/follow-ups.ts';
import { planTasks, type TaskSource } from '../rules/tasks/plan-tasks.ts';
import { taskAllowed } from '../rules/tasks/task-policy.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { SessionContext } from './session.ts';

export type Planner = Pick<SessionContext, 'check' | 'runId' | 'settings'>;

type HashDeps = { readonly hash: Hash };

export interface Round {
  readonly snapshot: FindingsSnapshot;
  readonly existing: readonly Task[];
  /** Counted from 1. */
  readonly number: number;
  /** Asked for beside what engines find. */
  readonly beside: readonly NewTask[];
}

/** The tasks that a run needs besides those it has: what tools repair by themselves comes first, then all the rest. */
export function planRound(deps: HashDeps, session: Planner, round: Round): readonly NewTask[] {
  const kinds = [
    () => planAutofixTasks(deps, session, round),
    () => retryAutofixAlone(deps, session, round),
    () => planUnsafeTasks(deps, session, round),
    () => planEngineTasks(deps, session, round),
    () => followUps(session, round),
  ];
  for (const plan of kinds) {
    const fresh = freshTasks(plan(), round.existing, round.number);
    if (fresh.length > 0) return fresh;
  }
  return [];
}

/** All that can be planned at once, for a caller that executes nothing. */
export function planEverything(
  deps: HashDeps,
  session: Planner,
  round: Pick<Round, 'beside' | 'snapshot'>,
): readonly NewTask[] {
  return [...planAutofixTasks(deps, session, round), ...planEngineTasks(deps, session, round)];
}

function planAutofixTasks(
  { hash }: HashDeps,
  { runId, settings, check }: Planner,
  { snapshot, size = settings.limits.maxFilesChanged }: Pick<Round, 'snapshot'> & { size?: number },
): readonly NewTask[] {
  const { retryPolicy, order, allowed } = settings;
  if (!order.includes(autofixId) || !taskAllowed('autofix', allowed)) return [];
  const sources = snapshot.runs
    .filter(({ scheduled }) => check.engines.get(scheduled.engine)?.fix !== undefined)
    .map(({ scheduled, known }) => ({ plan: scheduled.plan, known }));
  return planAutofix({ hash: (text) => hash.hex(text) }, { runId, retryPolicy, size, sources });
}

/** What a tool calls unsafe is tried when it has done what is safe, file by file: more of it is refused. */
function planUnsafeTasks(
  { hash }: HashDeps,
  { runId, settings, check }: Planner,
  { snapshot }: Pick<Round, 'snapshot'>,
): readonly NewTask[] {
  const { retryPolicy, order, allowed } = settings;
  if (!order.includes(autofixId) || !taskAllowed('autofix_unsafe', allowed)) return [];
  const sources = snapshot.runs
    .filter(({ scheduled }) => check.engines.get(scheduled.engine)?.unsafeFix !== undefined)
    .map(({ scheduled, known }) => ({ plan: scheduled.plan, known }));
  const planning = { runId, retryPolicy, size: 1, sources, taskType: 'autofix_unsafe' } as const;
  return planAutofix({ hash: (text) => hash.hex(text) }, planning);
}

/** Where one file spoilt it for many, each is tried alone. */
function retryAutofixAlone(
  deps: HashDeps,
  session: Planner,
  { snapshot, existing }: Round,
): readonly NewTask[] {
  const failed = existing.filter(
    ({ taskType, status, targets }) =>
      taskType === 'autofix' && status === 'abandoned' && targets.files.length > 1,
  );
  return planAutofixTasks(deps, session, { snapshot, size: 1 }).filter(({ tool, targets }) =>
    failed.some(
      (task) =>
        task.tool === tool && targets.files.every((file) => task.targets.files.includes(file)),
    ),
  );
}

function planEngineTasks(
  { hash }: HashDeps,
  session: Planner,
  { snapshot, beside }: Pick<Round, 'beside' | 'snapshot'>,
): readonly NewTask[] {
  const { retryPolicy, taskLimits: limits, allowed } = session.settings;
  const sources = snapshot.runs.flatMap((run) => sourceOf(session, run) ?? []);
  return planTasks(
    { hash: (text) => hash.hex(text) },
    { runId: session.runId, retryPolicy, limits, sources, allowed, besides: beside },
  );
}

function sourceOf(
  { settings, check }: Planner,
  { scheduled, outcome, known, tests }: EngineSnapshot,
): TaskSource | undefined {
  const engine = check.engines.get(scheduled.engine);
  if (engine === undefined) return undefined;
  const python = check.pythonOf?.(scheduled.plan.root, engine.id);
  const [wanted, others] = [true, false].map((toRepair) =>
    known.filter((one) => one.toRepair === toRepair).map(({ finding }) => finding),
  );
  return {
    engine,
    outcome,
    findings: wanted ?? [],
    tolerated: others ?? [],
    skips: unwantedSkips(tests ?? [], settings.skips),
    timeoutMs: check.timeoutOf(engine.id),
    ...(python !== undefined && { python }),
  };
}

function followUps(
  { settings, check }: Planner,
  { snapshot, existing }: Round,
): readonly NewTask[] {
  const all = allFindings(snapshot);
  return planFollowUps({
    tasks: existing,
    left: (task) =>
      all.filter((known) => isFindingOfTask(task, known)).map(({ finding }) => finding),
    runsTests: (tool) => check.engines.get(tool)?.scope === 'tests',
    allowed: settings.allowed,
  });
}
