import type { FileState, RecordedChange } from '#repair/rules/plan/recorded-change.ts';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';

export type Tree = Map<string, NonNullable<FileState>>;

/** Carries out file steps on a tree in memory, as strict as a file system is. */
export function carryOut(tree: Tree, steps: StructuredPlan['steps']): readonly RecordedChange[] {
  return steps.map((step) => {
    const { path } = pathAction(step);
    const before = tree.get(path) ?? null;
    const after = stateAfter(step, before);
    if (after === null) tree.delete(path);
    else if (isInTheWay(tree, path)) throw new Error(`Something is in the way of ${path}.`);
    else tree.set(path, after);
    return { stepId: step.stepId, path, before, after };
  });
}

/** Whether one tree cannot hold the path beside what it has. */
export function isInTheWay(tree: Tree, path: string): boolean {
  const others = [...tree.keys()].filter((other) => other !== path);
  return others.some(
    (other) =>
      other.startsWith(`${path}/`) ||
      path.startsWith(`${other}/`) ||
      other.toLowerCase() === path.toLowerCase(),
  );
}

function pathAction({ action }: StructuredStep) {
  if (action.type === 'create_file' || action.type === 'modify_file') return action;
  if (action.type === 'delete_file') return action;
  throw new Error(`${action.type} is no change of a file.`);
}

function stateAfter(step: StructuredStep, before: FileState): FileState {
  const action = pathAction(step);
  const isThere = before !== null;
  if (isThere === (action.type === 'create_file')) {
    throw new Error(`Step ${step.stepId} finds another tree than it expects.`);
  }
  if (action.type === 'delete_file') return null;
  return { mode: action.mode ?? before?.mode ?? '100644', content: base64(action) };
}

function base64({ content, encoding }: { content: string; encoding: 'utf8' | 'base64' }): string {
  return encoding === 'base64' ? content : Buffer.from(content).toString('base64');
}
