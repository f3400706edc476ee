import type { NewTask, Task } from '#model/task.ts';

/** The agent that repairs by the tools' own means. */
export const autofixId = 'autofix';

export type Choice =
  | { readonly kind: 'agent'; readonly id: string }
  | { readonly kind: 'no-agent'; readonly reason: string };

/** Who tries next: each in the configured order once, the last one as often as there are attempts left. */
export function chooseAgent(
  task: Pick<Task, 'taskType' | 'failures'>,
  order: readonly string[],
): Choice {
  const able = ableAgents(task, order);
  const id = able[Math.min(task.failures, able.length - 1)];
  if (id !== undefined) return { kind: 'agent', id };
  const reason =
    'no agent of agents.order can do this; name one that edits code, such as claude-code or command';
  return { kind: 'no-agent', reason };
}

/** What tools can repair by themselves has tasks of its own. */
export function ableAgents(
  { taskType }: Pick<NewTask, 'taskType'>,
  order: readonly string[],
): readonly string[] {
  return order.filter((id) => (id === autofixId) === taskType.startsWith(autofixId));
}
