import type { NewTask } from '#model/task.ts';
import { safeText } from '#report/run/safe-text.ts';
import { counted } from '#base/words.ts';
import { ableAgents } from '#repair/rules/session/choose-agent.ts';
import { planEverything } from '#repair/session/plan-round.ts';
import { takeStock } from '#repair/session/take-stock.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import type { FixRun } from './run-fix.ts';
import { createCopies } from '#platform/git/copies.ts';
import { linkedPlaces } from '#check/rules/repository/linked-places.ts';
import { wantedIn } from './places.ts';
import { sessionSettings } from './settings.ts';
import { askedPaths } from './asked-paths.ts';

/** Says what a session would begin with; nothing is repaired and nothing is recorded. */
export async function dryRun(
  context: CliContext,
  {
    prepared,
    check,
    input,
    ground,
    amounts,
  }: Pick<FixRun, 'amounts' | 'check' | 'ground' | 'input' | 'prepared'>,
  paths: readonly string[],
): Promise<void> {
  const { repository, gitDir, trees, base, ids, config, head } = ground;
  const tree = await trees.capture(repository, { since: head });
  const wanted = await askedPaths(ground, paths, tree);
  if (wanted.kind === 'refused') {
    context.stderr.write(`Nothing can be planned: ${wanted.sentence}.\n`);
    context.exitWith(EXIT.usage);
    return;
  }
  const room = await check.scratch.create();
  try {
    const copies = createCopies({ ...check, gitDir, repository, room });
    const session = {
      runId: ids.runId(),
      check: input,
      base,
      linked: linkedPlaces(prepared.facts, (await trees.list(tree)).paths),
      wanted: wantedIn(wanted.value),
    };
    const deps = { ...check, copies, trees };
    const stock = await takeStock(deps, session, { stage: 'start', tree, before: undefined });
    const settings = sessionSettings(config, amounts);
    const tasks = planEverything(check, { ...session, settings }, { stock, beside: [] });
    context.stdout.write(describeTasks(tasks, settings.order));
  } finally {
    await check.scratch.remove(room);
  }
}

function describeTasks(tasks: readonly NewTask[], order: readonly string[]): string {
  if (tasks.length === 0) return 'Nothing is to be repaired.\n';
  const lines = tasks.map((task) => {
    const agents = ableAgents(task, order);
    const who = agents.length === 0 ? 'nobody in agents.order can do it' : agents.join(', then ');
    return `  ${safeText(task.title)} (${task.taskType}; ${who})\n`;
  });
  return `${counted(tasks.length, 'task')}; nothing was changed:\n${lines.join('')}`;
}
