import type { ReportedTask, RunReport } from '#model/run-report.ts';
import { suggestionLines, suggestionsTitle } from '../suggestion-texts.ts';
import { expectationLines, expectationsTitle } from '../expectation-texts.ts';
import { proofLines, proofTitle } from '../proof-table.ts';
import { type Look, type Paint, painter, type Style } from '../human/look.ts';
import { type Cell, tableLines } from '../human/table.ts';
import { wrap } from '../human/wrap.ts';
import { oneLine, shortened } from '#base/plain-text.ts';
import { counted } from '#base/words.ts';
import { placeWords } from '../words.ts';
import { moment, span } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import {
  listAgents,
  attemptState,
  concludeRun,
  taskCost,
  isUntried,
  leftGroups,
  type LeftGroup,
  type Mood,
  resultSentence,
  taskState,
  runTotals,
} from './words.ts';

/** A run for people at a terminal: the tasks first, the outcome last. */
export function renderHumanRun(report: RunReport, look: Look): string {
  const paint = painter(look);
  const width = Math.max(40, look.width);
  const { mood, word } = concludeRun(report);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [paint('bold', title), ...lines.map((line) => `  ${line}`), ''];
  const told = (sentence: string) => (sentence === '' ? [] : wrap(oneLine(sentence), width));
  const lines = [
    ...told(headLine(report)),
    '',
    ...section('Tasks', taskTextTable(report, { paint, width })),
    ...section(
      'Left',
      leftGroups(report).flatMap((group) => groupLines(group, { paint, width })),
    ),
    ...section(expectationsTitle, expectationLines(report.summary?.expectations ?? [])),
    ...section(suggestionsTitle, suggestionLines(report.summary?.suggestions ?? [])),
    ...section(proofTitle, proofLines(report.summary?.proof ?? [])),
    ...section('Findings', engineTextTable(report, paint)),
    ...section('Cost', costTextTable(report, paint)),
    ...section('Time', timeTextTable(report, paint)),
    ...section('Not sure', unsureLines(report, width)),
    ...told(runTotals(report)),
    ...told(resultSentence(report)),
    paint('bold', paintMood(paint, mood, oneLine(word))),
  ];
  return `${lines.join('\n')}\n`;
}

interface Sheet {
  readonly paint: Paint;
  readonly width: number;
}

const styles: Readonly<Record<Mood, Style | undefined>> = {
  good: 'green',
  bad: 'red',
  unsure: 'yellow',
  plain: undefined,
};

function paintMood(paint: Paint, mood: Mood, text: string): string {
  const style = styles[mood];
  return style === undefined ? text : paint(style, text);
}

function headLine({ run }: RunReport): string {
  const { id, kind, repoPath, headSha, startedAt } = run;
  return `Run ${id} (${kind}) on ${repoPath} at ${headSha.slice(0, 7)}, started ${moment(startedAt)} UTC.`;
}

function taskTextTable(report: RunReport, { paint, width }: Sheet): readonly string[] {
  if (report.tasks.length === 0) return [];
  const heads = ['Task', 'State', 'Tries', 'Agent', 'Cost', 'Last verdict'];
  const cells = report.tasks.map((task) => taskCells(task, report, Math.round(width * 0.3)));
  // The title gets what the others leave.
  const others = heads
    .slice(1)
    .map((head, column) =>
      cells.reduce((widest, row) => Math.max(widest, row[column]?.text.length ?? 0), head.length),
    );
  const room = width - 2 - others.reduce((sum, one) => sum + one + 2, 0);
  const rows = cells.map((row, at) => {
    const title = oneLine(report.tasks[at]?.title ?? '');
    return [{ text: shortened(title, Math.max(16, room)) }, ...row];
  });
  return tableLines({ heads, numbers: new Set([2, 4]), rows }, paint);
}

function taskCells(task: ReportedTask, report: RunReport, most: number): readonly Cell[] {
  const { mood, word } = taskState(task, report);
  const last = task.attempts.at(-1);
  const verdict = last === undefined ? undefined : attemptState(last, report);
  return [
    { text: word, style: styles[mood] },
    { text: String(task.attempts.length) },
    { text: shortened(oneLine(listAgents(task)), 24) },
    { text: dollars(taskCost(task)) },
    {
      text: shortened(oneLine(verdict?.word ?? '-'), most),
      style: styles[verdict?.mood ?? 'plain'],
    },
  ];
}

const mostListed = 10;

function groupLines(group: LeftGroup, { paint, width }: Sheet): readonly string[] {
  const { because, findings, task } = group;
  const title = task === undefined ? '' : `${task.title}: `;
  const head = `${counted(findings.length, 'finding')}: ${title}${because}`;
  const lines = wrap(oneLine(head), width - 4).map((line, at) => (at === 0 ? line : `  ${line}`));
  if (isUntried(group)) return lines;
  const shown = findings.slice(0, mostListed).map((one) => {
    const place = oneLine(placeWords(one));
    const what = oneLine(`${one.rule}: ${one.message}`);
    return `  ${paint('dim', place)}  ${shortened(what, Math.max(20, width - place.length - 6))}`;
  });
  const more = findings.length - shown.length;
  return [...lines, ...shown, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function engineTextTable({ engines }: RunReport, paint: Paint): readonly string[] {
  if (engines.length === 0) return [];
  const rows = engines.map(({ tool, found, fixed, left, fresh }): readonly Cell[] => [
    { text: oneLine(tool), style: 'bold' },
    { text: String(found) },
    countCell(fixed, 'green'),
    countCell(left, 'yellow'),
    countCell(fresh, 'red'),
  ]);
  const heads = ['Engine', 'Found', 'Fixed', 'Left', 'New'];
  return tableLines({ heads, numbers: new Set([1, 2, 3, 4]), rows }, paint);
}

function countCell(value: number | null, style: Style): Cell {
  if (value === null) return { text: '-' };
  return { text: String(value), style: value > 0 ? style : undefined };
}

function costTextTable({ costs }: RunReport, paint: Paint): readonly string[] {
  if (costs.length === 0) return [];
  const rows = costs.map((one): readonly Cell[] => [
    { text: oneLine(one.agent), style: 'bold' },
    { text: String(one.attempts) },
    { text: dollars(one.usd) },
    { text: tokens(one.inputTokens) },
    { text: tokens(one.outputTokens) },
    { text: one.source },
  ]);
  const heads = ['Agent', 'Tries', 'Cost', 'Tokens in', 'Tokens out', 'Source'];
  return tableLines({ heads, numbers: new Set([1, 2, 3, 4]), rows }, paint);
}

/** An attempt without any was made by a program that says nothing of them. */
function tokens(amount: number): string {
  return amount === 0 ? '-' : String(amount);
}

function timeTextTable({ times }: RunReport, paint: Paint): readonly string[] {
  if (times.length === 0) return [];
  const rows = times.map(({ stage, times: often, ms }): readonly Cell[] => [
    { text: stage },
    { text: String(often) },
    { text: span(ms) },
  ]);
  return tableLines({ heads: ['Stage', 'Times', 'Time'], numbers: new Set([1, 2]), rows }, paint);
}

function unsureLines({ summary }: RunReport, width: number): readonly string[] {
  return (summary?.engineErrors ?? []).flatMap(({ engine, message }) =>
    wrap(oneLine(`${engine}: ${message}`), width - 4),
  );
}
