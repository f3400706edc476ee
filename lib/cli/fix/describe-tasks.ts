import type { NewTask } from '#model/task.ts';
import { counted } from '#base/words.ts';
import { ableAgents } from '#repair/rules/session/choose-agent.ts';
import { safeText } from '#report/safe-text.ts';

/** The tasks that a session would begin with, for the terminal. */
export function describeFirstTasks(tasks: readonly NewTask[], order: readonly string[]): string {
  if (tasks.length === 0) return 'Nothing is to be repaired.\n';
  const lines = tasks.map((task) => {
    const agents = ableAgents(task, order);
    const who = agents.length === 0 ? 'nobody in agents.order can do it' : agents.join(', then ');
    return `  ${safeText(task.title)} (${task.taskType}; ${who})\n`;
  });
  return `${counted(tasks.length, 'task')}; nothing was changed:\n${lines.join('')}`;
}
