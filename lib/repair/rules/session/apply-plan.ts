import type { FileState } from '../plan/recorded-change.ts';
import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';

/** One path that is to become something else. */
export interface PathTurn {
  readonly path: string;
  readonly before: FileState;
  readonly after: FileState;
}

/** The plan that makes the files of one tree those of another; a file that is neither is left alone, and the plan fails. */
export function applyPlan(title: string, turns: readonly PathTurn[]): StructuredPlan {
  const gone = turns.filter(({ before, after }) => before !== null && after === null);
  const rest = turns.filter(({ after }) => after !== null);
  const steps = [...gone, ...rest].flatMap((turn, index) => stepFor(turn, index, gone.length));
  return { schemaVersion: 1, title, steps };
}

/** What is made waits for what goes: it may take its place. */
function stepFor({ path, before, after }: PathTurn, stepId: number, gone: number) {
  const action = actionFor(path, before, after);
  if (action === undefined) return [];
  const waits = action.type === 'create_file' ? Array.from({ length: gone }, (_, id) => id) : [];
  return [{ stepId, description: path, action, dependsOn: waits, rollbackOnFail: false }];
}

function actionFor(
  path: string,
  before: FileState,
  after: FileState,
): StructuredStep['action'] | undefined {
  const expected = before?.blob === undefined ? {} : { expectedBlob: before.blob };
  if (after === null) {
    return before === null ? undefined : { type: 'delete_file', path, ...expected };
  }
  const { content, mode } = after;
  const file = { path, content, encoding: 'base64', mode } as const;
  if (before === null) return { type: 'create_file', ...file };
  return { type: 'modify_file', ...file, ...expected };
}
