import { activity, busyMs, logBytes } from './activity.ts';
import { billOf, type Line } from './bill.ts';
import { monthOf } from './month.ts';
import { type Price, prices, pricesAsOf, pricesRegion } from './prices.ts';
import type { Resources } from './resources.ts';
import type { Measured, Units } from './units.ts';

const scenarios = [0, 100, 10_000] as const;

/** Groups of the bill, by what their lines begin with. */
const groups = {
  DynamoDB: ['DynamoDB'],
  CloudWatch: ['CloudWatch'],
  'Lambda, queues, intake, schedules': ['Lambda', 'SQS', 'HTTP API', 'Scheduler'],
  'Secrets, key, images': ['Secrets', 'KMS', 'ECR'],
  'Workers and what they keep': ['Fargate', 'Public', 'S3'],
} as const;

/** docs/cost.md as a whole. */
export function costPage(resources: Resources, measured: Measured): string {
  const bills = scenarios.map((open) => billOf(monthOf(open, resources), resources, measured));
  return [
    ...opening(bills),
    ...assumptions(),
    ...units(measured),
    ...details(bills),
    ...priceList(),
    '',
  ].join('\n');
}

export function totalOf(bill: readonly Line[], prefixes: readonly string[] = ['']): number {
  return linesOf(bill, prefixes).reduce((sum, { usd }) => sum + usd, 0);
}

/** After what every account has for nothing. */
export function paidOf(bill: readonly Line[]): number {
  return bill.reduce((sum, { usd, free }) => sum + usd - free, 0);
}

function linesOf(bill: readonly Line[], prefixes: readonly string[]): readonly Line[] {
  return bill.filter(({ name }) => prefixes.some((prefix) => name.startsWith(prefix)));
}

function opening(bills: readonly (readonly Line[])[]): readonly string[] {
  const [idle = [], , most = []] = bills;
  return [
    '# What it costs',
    '',
    '<!-- Made by `node bench/cost/main.ts` from the template of the stack and measured units; do not edit. -->',
    '',
    `Dollars a month on AWS in ${pricesRegion}, at prices of ${pricesAsOf}, with the stack as it is without any option.`,
    'What agents cost at their providers comes on top; budgets hold it down ([configuration](configuration.md)).',
    '',
    ...table(
      ['open pull requests', ...scenarios.map((open) => open.toLocaleString('en'))],
      [
        ...Object.entries(groups).map(([name, prefixes]) => [
          name,
          ...bills.map((bill) => dollars(totalOf(bill, prefixes))),
        ]),
        ['**all**', ...bills.map((bill) => `**${dollars(totalOf(bill))}**`)],
        ['free in every account', ...bills.map((bill) => dollars(totalOf(bill) - paidOf(bill)))],
        ['**left to pay**', ...bills.map((bill) => `**${dollars(paidOf(bill))}**`)],
      ],
    ),
    '',
    `While nothing is open it is ${dollars(paidOf(idle))}, however many pull requests were watched before. With 10,000 open, DynamoDB is`,
    `${dollars(totalOf(most, ['DynamoDB']))}; most of the rest is the work itself. What is free in every account is shared with all else in it.`,
    '',
  ];
}

function assumptions(): readonly string[] {
  const { moving, asking } = activity;
  return [
    '## What is assumed',
    '',
    `- ${percent(moving)} move on a day. Each of these has ${activity.webhooks} webhooks, ${activity.decisions} new decisions, ${activity.looksWhileMoving} looks of which nothing`,
    `  new comes, ${activity.checks} check of ${activity.minutesOfCheck} minutes and ${activity.fixups} fixups of ${activity.minutesOfFixup} minutes with ${activity.tasks} tasks.`,
    `- ${percent(asking)} wait for a person or are switched off: ${activity.looksWhileAsking} looks a day.`,
    `- All others are settled: ${activity.looksWhileSettled} look a day. Each open one has ${activity.webhooksOfNoConcern} webhooks a day that change nothing.`,
    `- One look takes ${activity.together} pull requests together. \`reconcile\` reads every open one every five minutes.`,
    `- A run keeps ${activity.megabytesOfRun} MB for 30 days, writes ${activity.megabytesOfLog} MB of log, that of its network included, and changes its workspace`,
    `  ${activity.changesOfRun} times. Its worker asks the broker ${activity.requestsOfCheck} times for a check and ${activity.requestsOfFixup} for a fixup.`,
    `- An invocation writes ${logBytes} bytes of log. Of metrics, each value of each dimension is there all month as soon as`,
    '  anything is open. Nobody looks at the dashboard: its widget reads the table while somebody does.',
    '- Functions are busy for so many milliseconds:',
    `  ${Object.entries(busyMs)
      .map(([name, ms]) => `${name} ${ms}`)
      .join(', ')}.`,
    '- Workers run on demand in public subnets. Nothing is sent out of AWS but to GitHub and to providers: within the 100 GB',
    '  that are free.',
    '',
  ];
}

function units(measured: Measured): readonly string[] {
  const { tick, webhook, decision, look, reconciled, task, workspaceBytes } = measured;
  return [
    '## What is measured',
    '',
    'Each is done for real against an emulation of DynamoDB, and its units are counted by the rules that AWS documents,',
    `index entries included. A workspace has ${Math.round(workspaceBytes / 100) / 10} KB; each further KB of it is two more write units a look.`,
    '',
    ...table(
      ['', 'read units', 'write units'],
      [
        unitsRow('a tick of which nothing comes, however many are watched', tick),
        unitsRow('a webhook that wakes a pull request', webhook),
        unitsRow('a look with a new decision', decision),
        unitsRow('a look that the clock asked for, without one', look),
        unitsRow('`reconcile`, each open pull request', reconciled),
        unitsRow('a task of a session', task),
      ],
    ),
    '',
  ];
}

function details(bills: readonly (readonly Line[])[]): readonly string[] {
  const [first = []] = bills;
  const rows = first.map(({ name }, at) => {
    const lines = bills.map((bill) => bill[at]);
    return [`${name} (${prices[name].unit})`, ...lines.map((line) => (line ? cell(line) : ''))];
  });
  const head = ['', ...scenarios.map((open) => open.toLocaleString('en'))];
  return ['## Line by line', '', ...table(head, rows), ''];
}

function priceList(): readonly string[] {
  const rows = Object.entries(prices).map(([name, price]) => {
    const { usd, per, unit, free }: Price = price;
    return [
      name,
      `${usd} for ${per.toLocaleString('en')} ${unit}`,
      free === undefined ? '' : free.toLocaleString('en'),
    ];
  });
  return ['## Prices', '', ...table(['', 'dollars', 'free each month'], rows)];
}

function unitsRow(name: string, { reads, writes }: Units): readonly string[] {
  return [name, rounded(reads), rounded(writes)];
}

function percent(share: number): string {
  return `${share * 100} % of all`;
}

function cell({ quantity, usd }: Line): string {
  return `${compact(quantity)}: ${dollars(usd)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = head.map((name, column) =>
    Math.max(3, name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

function dollars(usd: number): string {
  return usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function compact(quantity: number): string {
  return quantity.toLocaleString('en', { notation: 'compact', maximumSignificantDigits: 3 });
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}
