import type { DecisionTable } from '#ratchet/rules/decision/table/condition.ts';
import { listConditions } from '#ratchet/rules/decision/table/decision-table.ts';

type Row = readonly string[];
type Condition = ReturnType<typeof listConditions>[number];

/** The guards, numbered as the specification numbers them. */
export function guardTable({ session, guards, obstacles }: DecisionTable): string {
  const numbered = Map.groupBy(guards, ({ number, code }) => number ?? code);
  const spent = obstacles.find(({ code }) => code === 'ATTEMPTS_SPENT');
  const rows = [...numbered.values()].flatMap((group): Row[] => {
    const [{ number, session: fixes } = {}] = group;
    const isFixup = fixes !== undefined && number !== undefined && spent !== undefined;
    return [
      ...(number === 7 ? [sixth] : []),
      guardRow(number, group),
      ...(isFixup ? [guardRow(number + 1, [spent])] : []),
    ];
  });
  return tableOf([
    ['guard', 'holds where', 'action', 'code'],
    ...session.map((one) => guardRow(undefined, [one])),
    ...rows,
  ]);
}

const sixth = [
  '6',
  'decides nothing: workers left over from earlier sessions are stopped here',
  '',
  '',
];

function guardRow(number: number | undefined, group: readonly Condition[]): Row {
  const actions = new Set(group.map(({ action }) => coded(action)));
  const codes = group.map(({ code }) => coded(code));
  return [
    number === undefined ? '' : `${number}`,
    group.map(({ where }) => where).join(', or '),
    [...actions].join(', '),
    codes.join(', '),
  ];
}

/** What stands against that which a guard asks for. */
export function obstacleTable({ guards, obstacles }: DecisionTable): string {
  const fixups = guards.flatMap(({ code, session }) => (session === undefined ? [] : [code]));
  const rows = obstacles.map(({ against, where, action, code }) => {
    const isAny = fixups.every((one) => against.some((other) => other === one));
    const others = against.filter((one) => !isAny || !fixups.includes(one)).map(coded);
    return [
      [...(isAny ? ['any fixup'] : []), ...others].join(', '),
      where,
      coded(action),
      coded(code),
    ];
  });
  return tableOf([['asked at', 'holds where', 'action', 'code'], ...rows]);
}

/** What every code means, and what an operator can do. */
export function codeTable(table: DecisionTable): string {
  const rows = listConditions(table).map((one) => [coded(one.code), one.where, todo(one)]);
  return tableOf([['code', 'what it means', 'what to do'], ...rows]);
}

/** In bold where a person is needed. Operators say at the command line what others say in comments. */
function todo({ needsHuman, advice = '' }: Condition): string {
  const said = advice.replaceAll('`/ratchet ', '`ratchetr ').replace(/\.$/, '');
  const begun = said.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  if (needsHuman !== undefined) return begun.replace(/^[^,:;]+/, '**$&**');
  return begun === '' ? 'nothing' : begun;
}

function coded(word: string): string {
  return `\`${word}\``;
}

/** A table as the formatter leaves it. */
function tableOf(rows: readonly Row[]): string {
  const [head = []] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: Row) =>
    `| ${widths.map((width, column) => (row[column] ?? '').padEnd(width)).join(' | ')} |`;
  const rule = lineOf(widths.map((width) => '-'.repeat(width)));
  return [lineOf(head), rule, ...rows.slice(1).map(lineOf)].join('\n');
}

/** The page, with this between the two marks of the name. */
export function withTable(page: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: from the table of decisions -->`, `<!-- end of ${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`The page has no marks of ${name}`);
  return `${page.slice(0, from + begin.length)}\n\n${table}\n\n${page.slice(to)}`;
}
