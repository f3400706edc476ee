import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { isSameFile, type RecordedChange } from './recorded-change.ts';
import { foldSpellings, pathWithFolders } from './touched-paths.ts';

/**
 * Makes the plan that takes back what was changed from a step on, that step included. Changes are
 * in the order in which they were made; the order in which steps started finds the place of a step
 * that changed nothing itself.
 */
export function generateUndoPlan(
  changes: readonly RecordedChange[],
  fromStep: number,
  startOrder: readonly number[] = [],
): StructuredPlan {
  const at = startOrder.indexOf(fromStep);
  const steps = new Set(at < 0 ? [fromStep] : startOrder.slice(at));
  const first = changes.findIndex(({ stepId }) => steps.has(stepId));
  const undone = first < 0 ? [] : netChanges(changes.slice(first)).toReversed();
  return {
    schemaVersion: 1,
    title: `Undo everything from step ${fromStep} on`,
    steps: withUndoOrder(undone.map(undoStep)),
  };
}

/** A path goes from its last state to its first, in the order of the last changes. */
function netChanges(changes: readonly RecordedChange[]): readonly RecordedChange[] {
  const byPath = new Map<string, RecordedChange>();
  for (const change of changes) {
    const before = byPath.has(change.path) ? byPath.get(change.path)?.before : change.before;
    byPath.delete(change.path);
    byPath.set(change.path, { ...change, before: before ?? null });
  }
  return [...byPath.values()].filter(({ before, after }) => !isSameFile(before, after));
}

function undoStep(change: RecordedChange, index: number): StructuredStep {
  return {
    stepId: index + 1,
    description: `Undo step ${change.stepId}: ${change.path}`,
    action: undoAction(change),
    dependsOn: [],
    rollbackOnFail: false,
  };
}

function undoAction({ path, before, after }: RecordedChange): StructuredStep['action'] {
  const expected = after?.blob === undefined ? {} : { expectedBlob: after.blob };
  if (before === null) return { type: 'delete_file', path, ...expected };
  const { content, mode } = before;
  const file = { path, content, encoding: 'base64', mode } as const;
  if (after === null) return { type: 'create_file', ...file };
  return { type: 'modify_file', ...file, ...expected };
}

/** What is put back waits until all that took its place is gone, above it and below. */
function withUndoOrder(steps: readonly StructuredStep[]): StructuredStep[] {
  const at = new Map<string, number[]>();
  const below = new Map<string, number[]>();
  for (const { action, stepId } of steps) {
    if (action.type !== 'delete_file') continue;
    const [place = '', ...folders] = pathWithFolders(foldSpellings(action.path));
    note(at, place, stepId);
    for (const folder of folders) note(below, folder, stepId);
  }
  return steps.map((step) => {
    if (step.action.type !== 'create_file') return step;
    const places = pathWithFolders(foldSpellings(step.action.path));
    const above = places.flatMap((place) => at.get(place) ?? []);
    const dependsOn = [...above, ...(below.get(places[0] ?? '') ?? [])];
    return { ...step, dependsOn: dependsOn.toSorted((a, b) => a - b) };
  });
}

function note(index: Map<string, number[]>, place: string, stepId: number): void {
  const others = index.get(place);
  if (others === undefined) index.set(place, [stepId]);
  else others.push(stepId);
}
