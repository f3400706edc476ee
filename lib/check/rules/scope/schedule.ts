import type { EngineMode, EnginePlan, PlanProblem } from '#model/engine-plan.ts';
import { liesIn } from './filter-findings.ts';
import type { Planning } from './plan-engine.ts';
import { listDifferences, samePlan } from './same-plan.ts';

export type RequestedMode = EngineMode | 'both';

/** One engine in one root. */
export interface PlannedEngine {
  readonly current: Planning;
  readonly target: Planning;
}

/** How the findings of one engine in one mode come about. */
export interface Scheduled {
  readonly engine: string;
  readonly mode: EngineMode;
  /** run: executed. derived: filtered from what target gives. same-as-target: what target gives. */
  readonly how: 'run' | 'derived' | 'same-as-target';
  /** False for a target that runs only because current is derived from it. */
  readonly requested: boolean;
  readonly plan: EnginePlan;
}

export interface Schedule {
  /** In order of execution; what comes from a run stands after it. */
  readonly entries: readonly Scheduled[];
  readonly problems: readonly PlanProblem[];
}

export interface ScheduleOptions {
  /** Engines that judge a file by the others, so that a run on some paths says too little or too much. */
  readonly wholeProgram: ReadonlySet<string>;
}

/** Decides engine by engine what is executed for the requested mode and what follows from that. */
export function scheduleEngines(
  requested: RequestedMode,
  engines: readonly PlannedEngine[],
  { wholeProgram }: ScheduleOptions,
): Schedule {
  return {
    entries: engines.flatMap((engine) =>
      wholeProgram.has(engine.target.engine) && requested !== 'target' && isPartOfTarget(engine)
        ? deriveFromTarget(requested, engine)
        : schedulePerMode(requested, engine),
    ),
    problems: withoutRepeatedProblems(
      engines.flatMap((engine) => listPlanProblems(requested, engine)),
    ),
  };
}

/** Filtering can only take findings away: it needs a target that covers current and has the same inputs. */
function isPartOfTarget({ current, target }: PlannedEngine): boolean {
  if (current.kind !== 'plan' || target.kind !== 'plan') return false;
  const { scope } = target.plan;
  return (
    listDifferences(current, target).every((dimension) => dimension === 'scope') &&
    current.plan.scope.every((path) => liesIn(scope, path))
  );
}

function deriveFromTarget(requested: RequestedMode, { current, target }: PlannedEngine) {
  const same = requested === 'both' && samePlan(current, target);
  return [
    ...scheduleEntry(target, 'run', requested === 'both'),
    ...scheduleEntry(current, same ? 'same-as-target' : 'derived', true),
  ];
}

function schedulePerMode(requested: RequestedMode, { current, target }: PlannedEngine) {
  if (requested === 'current') return scheduleEntry(current, 'run', true);
  if (requested === 'target') return scheduleEntry(target, 'run', true);
  return samePlan(current, target)
    ? [...scheduleEntry(target, 'run', true), ...scheduleEntry(current, 'same-as-target', true)]
    : [...scheduleEntry(current, 'run', true), ...scheduleEntry(target, 'run', true)];
}

function scheduleEntry(
  planning: Planning,
  how: Scheduled['how'],
  requested: boolean,
): readonly Scheduled[] {
  if (planning.kind !== 'plan') return [];
  const { engine, plan } = planning;
  return [{ engine, mode: plan.mode, how, requested, plan }];
}

function listPlanProblems(requested: RequestedMode, { current, target }: PlannedEngine) {
  const asked = [
    ...(requested === 'target' ? [] : [current]),
    ...(requested === 'current' ? [] : [target]),
  ];
  return asked.flatMap((one) => (one.kind === 'deselected' ? [one.problem] : []));
}

/** A problem of both modes, or of every root, is reported once. */
function withoutRepeatedProblems(problems: readonly PlanProblem[]): readonly PlanProblem[] {
  const told = new Map<string, PlanProblem>();
  for (const one of problems) {
    const name = `${one.engine} ${one.message}`;
    if (!told.has(name)) told.set(name, one);
  }
  return [...told.values()];
}
