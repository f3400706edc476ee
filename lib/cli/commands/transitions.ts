import type { Paint } from '#report/human/look.ts';
import { moment } from '#base/moment.ts';
import type { ShownTransition } from '#report/workspaces/overview.ts';
import { showTransition } from '#report/workspaces/stored-decision.ts';
import { limitOption } from '../check/option-values.ts';
import { createPaint, formatJson, formatTable } from '../print.ts';
import type { RegisterCommand } from '../context.ts';
import { addPlaneOptions, type PlaneLocation } from '../workspaces/open-operations.ts';
import { pullRequestArgument, withWorkspace } from '../workspaces/with-workspace.ts';

interface Options extends PlaneLocation {
  readonly limit: number;
  readonly json?: true;
}

/** `ratchetr transitions`: what was decided about a pull request and what happened, the newest first. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('transitions')
    .argument(...pullRequestArgument)
    .description('show the log of a pull request, the newest entry first')
    .addOption(limitOption('how many entries', 50))
    .option('--json', 'print the entries as JSON, with what each decision was made from');
  addPlaneOptions(command).action((asked: string, { home, stack, limit, json }: Options) =>
    withWorkspace(context, { asked, home, stack }, async ({ operations }, { id }) => {
      const entries = await operations.transitions(id, limit);
      context.stdout.write(
        json ? formatJson(entries) : describeLog(createPaint(context), entries.map(showTransition)),
      );
    }),
  );
};

function describeLog(paint: Paint, entries: readonly ShownTransition[]): string {
  if (entries.length === 0) return 'The log has no entry; entries are kept for 7 days.\n';
  const heads = ['Time (UTC)', 'Rev.', 'What', 'Code', 'Why'];
  const rows = entries.map(({ at, rev, action, code, reason }) => [
    moment(at),
    String(rev),
    action,
    code ?? '-',
    reason,
  ]);
  return `${formatTable(paint, { heads, number: 1, rows }).join('\n')}\n`;
}
