import type { StructuredPlan, StructuredStep } from '#model/structured-plan.ts';
import { structuredPlan } from '#model/structured-plan.ts';

type Action = StructuredStep['action'];

export const reads = (path: string): Action => ({ type: 'read_file', path });
export const deletes = (path: string): Action => ({ type: 'delete_file', path });
export const writes = (path: string): Action => ({
  type: 'modify_file',
  path,
  content: 'new',
  encoding: 'utf8',
});
export const runs = (idempotent = true): Action => ({
  type: 'run_command',
  argv: ['true'],
  cwd: '.',
  env: {},
  idempotent,
  successCodes: [0],
});
export const asks = (choices?: string[]): Action => ({
  type: 'get_user_input',
  question: 'Go on?',
  ...(choices !== undefined && { choices }),
});

type Extra = Partial<Omit<StructuredStep, 'stepId' | 'action'>>;

/** A step that touches a file of its own unless an action is given. */
export function step(stepId: number, action?: Action, extra: Extra = {}): StructuredStep {
  return {
    stepId,
    description: `do ${stepId}`,
    action: action ?? writes(`file-${stepId}`),
    dependsOn: [],
    rollbackOnFail: false,
    ...extra,
  };
}

export function planOf(...steps: readonly StructuredStep[]): StructuredPlan {
  return structuredPlan.parse({ schemaVersion: 1, title: 'A plan', steps });
}

export const ids = (steps: readonly StructuredStep[]): number[] =>
  steps.map(({ stepId }) => stepId);
