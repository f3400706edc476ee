import type { Cell } from '#report/human/table.ts';
import { tableLines } from '#report/human/table.ts';
import type { Paint, Style } from '#report/human/look.ts';
import { shortened } from '#base/plain-text.ts';
import { span } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import type { Overview } from '#report/workspaces/overview.ts';
import { blindWords, pauseWords, nextLookWords } from '#report/workspaces/words.ts';
import { type RowGroup, rowGroups } from '#ratchet/rules/operators/row-groups.ts';
import { attemptWords, sortRows, type WorkspaceRow } from '#report/workspaces/row.ts';
import { createPaint, formatJson } from '../print.ts';
import type { RegisterCommand } from '../context.ts';
import {
  addPlaneOptions,
  isDown,
  type PlaneLocation,
  withOperations,
} from '../workspaces/open-operations.ts';

interface Options extends PlaneLocation {
  readonly all?: true;
  readonly json?: true;
}

/** `ratchetr status`: every pull request under watch; what needs a person stands first. */
export const register: RegisterCommand = (program, context) => {
  const command = program
    .command('status')
    .description('list the pull requests under watch, those that need a person first')
    .option('--all', 'list closed and merged ones as well')
    .option('--json', 'print the list as JSON');
  addPlaneOptions(command).action((options: Options) =>
    withOperations(context, options, async ({ operations, isUp }) => {
      const overview = withGroups(await operations.overview(), options.all === true);
      const text = options.json
        ? formatJson(overview)
        : describeOverview(createPaint(context), overview, isUp ? blindWords(overview) : undefined);
      // On standard error, so that people see it beside the JSON for programs too.
      if (!isUp) context.stderr.write(`${isDown} This is how things stood when it ended.\n`);
      context.stdout.write(text);
    }),
  );
};

function withGroups(overview: Overview, all: boolean): Overview {
  const rows = sortRows(overview.rows).filter(({ group }) => all || group !== 'over');
  return { ...overview, rows };
}

function describeOverview(
  paint: Paint,
  { now, pauses, rows }: Overview,
  blind: string | undefined,
): string {
  const told = [...(blind === undefined ? [] : [blind]), ...pauseWords(pauses)];
  if (rows.length === 0) return [...told, 'No open pull request is watched.', ''].join('\n');
  const groups = rowGroups.flatMap((group) => {
    const members = rows.filter((row) => row.group === group);
    return members.length === 0
      ? []
      : ['', paint('bold', titles[group]), ...groupTable(members, now, paint)];
  });
  return [...told, ...groups.slice(told.length === 0 ? 1 : 0), ''].join('\n');
}

const titles: Readonly<Record<RowGroup, string>> = {
  human: 'A person is needed',
  work: 'At work',
  rest: 'Watched',
  over: 'Closed or merged',
};

const heads = ['Pull request', 'State', 'Code', 'Attempts', 'Cost', 'Since', 'Next look', 'Why'];
const numbers = new Set([3, 4, 5, 6]);
const longestReason = 120;

function groupTable(rows: readonly WorkspaceRow[], now: number, paint: Paint): readonly string[] {
  return tableLines({ heads, numbers, rows: rows.map((row) => rowCells(row, now)) }, paint);
}

function rowCells(row: WorkspaceRow, now: number): readonly Cell[] {
  return [
    { text: row.pullRequest },
    { text: row.state, style: moodStyles[row.mood] },
    { text: row.code ?? '-' },
    { text: attemptWords(row) },
    { text: dollars(row.usd) },
    { text: span(now - row.since) },
    { text: nextLookWords(row.nextLookAt, now) },
    { text: shortened(row.reason, longestReason) },
  ];
}

const moodStyles: Readonly<Record<WorkspaceRow['mood'], Style | undefined>> = {
  good: 'green',
  bad: 'red',
  unsure: 'yellow',
  plain: undefined,
};
