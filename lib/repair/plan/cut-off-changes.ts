import { attemptOf, changesOfAttempt, newPlanState, withEntry } from '../rules/plan/plan-state.ts';
import type { PlanState } from '../rules/plan/plan-state.ts';
import { type FileState, isSameFile } from '../rules/plan/recorded-change.ts';
import type { PlanJournal } from '../needs/plan-journal.ts';
import type { PathChange, Snapshots } from '../needs/snapshots.ts';
import type { ExecutePlanInput } from './plan-execution.ts';

type Place = Pick<ExecutePlanInput, 'folder' | 'leaveOut'>;

interface LookDeps {
  readonly snapshots: Snapshots;
}

/** How the folder differs from what the journal tells of the attempt at a step that was cut off. */
export async function changesSinceCut(
  { snapshots }: LookDeps,
  { folder, leaveOut = [] }: Place,
  { state, stepId }: { readonly state: PlanState; readonly stepId: number },
): Promise<readonly PathChange[]> {
  const { snapshot } = attemptOf(state, stepId);
  const noted = new Map<string, FileState>(
    changesOfAttempt(state, stepId).map(({ path, after }) => [path, after]),
  );
  const found: PathChange[] = [];
  for (const [path, before] of noted) {
    const after = await snapshots.stateOf(folder, path);
    if (!isSameFile(before, after)) found.push({ path, before, after });
  }
  if (snapshot !== undefined) {
    const changes = await snapshots.changesSince(snapshot, { folder, leaveOut });
    found.push(...changes.filter(({ path }) => !noted.has(path)));
  }
  return found;
}

export interface Doubtful {
  /** The steps that were cut off. */
  readonly stepIds: readonly number[];
  /** How each path is now of which it cannot be told whether such a step or a person changed it. */
  readonly files: ReadonlyMap<string, FileState>;
}

/** What a step that was cut off may have changed, or a person since. What a step was about to do is no such thing. */
export async function doubtfulChanges(
  deps: LookDeps & { readonly journal: PlanJournal },
  place: Place,
): Promise<Doubtful> {
  const entries = await deps.journal.entries();
  const begun = entries.find((entry) => entry.kind === 'plan');
  if (begun === undefined) return { stepIds: [], files: new Map() };
  const state = entries.reduce(withEntry, newPlanState(begun.plan, 0));
  const cut = state.progress.steps.filter(({ status }) => status === 'running');
  const files = new Map<string, FileState>();
  for (const { stepId } of cut) {
    const noted = changesOfAttempt(state, stepId);
    for (const { path, after } of await changesSinceCut(deps, place, { state, stepId })) {
      const isUndone = noted.some((one) => one.path === path && isSameFile(one.before, after));
      if (!isUndone) files.set(path, after);
    }
  }
  return { stepIds: cut.map(({ stepId }) => stepId), files };
}
