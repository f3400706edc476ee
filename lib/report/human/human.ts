import type { CheckReport, CheckedEngine } from '#model/check-report.ts';
import type { EngineError } from '#model/engine-error.ts';
import { oneLine, plainText } from '#base/plain-text.ts';
import { counted, seconds } from '#base/words.ts';
import { commandLine } from '../command-line.ts';
import { concludeCheck } from '../conclusion.ts';
import { judgingSentences, judgingTitle } from '../judging.ts';
import { type Summary, summarizeCheck } from '../summary.ts';
import {
  baselineNotes,
  baseSentence,
  hasNoBaseline,
  notes,
  engineWords,
  howWords,
  resultWords,
} from '../words.ts';
import { renderFindings } from './findings.ts';
import { type Look, type Paint, painter, type Style } from './look.ts';
import { wrap } from './wrap.ts';
import { type Cell, tableLines } from './table.ts';

/** The report for people at a terminal: what is new first, the verdict last. */
export function renderHuman(report: CheckReport, look: Look): string {
  const summary = summarizeCheck(report);
  const paint = painter(look);
  const { mood, sentence } = concludeCheck(report, summary);
  const width = Math.max(40, look.width);
  const list = (lines: readonly string[]) => bullets(lines, width);
  const section = (title: string, lines: readonly string[]) => titledBlock(paint, title, lines);
  const lines = [
    ...renderFindings(summary.fresh, { paint, width }),
    ...notedFindings(summary, { paint, width }),
    ...section('Engines that failed; in no total', summary.errors.flatMap(failureLines(paint))),
    ...section('Left out', list(report.problems.map(describeProblem))),
    ...section('Not asked', list(worthTelling(report).map(absentWords))),
    ...section(judgingTitle, list(judgingSentences(report))),
    ...section(
      'Engines',
      report.engines.length === 0 ? [] : engineLinesTable(report.engines, paint),
    ),
    ...section('Notes', list(notes(report))),
    // The sentence about the base says it where there is none at all.
    ...section(
      'Baseline',
      hasNoBaseline(report.engines) ? [] : list(baselineNotes(report.engines)),
    ),
    ...section('Worse', list(summary.worse.map((one) => one.sentence))),
    ...section('Better', list(summary.better.map((one) => one.sentence))),
    ...section('Trend', list(summary.trends)),
    ...(report.engines.length === 0 ? [] : [checkTotals(summary)]),
    ...wrap(oneLine(baseSentence(report)), width),
    paint('bold', paint(moods[mood], oneLine(sentence))),
  ];
  return `${lines.join('\n')}\n`;
}

const mostNoted = 20;

/** The notes say how many there are. */
function notedFindings(
  { noted }: Summary,
  sheet: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  if (noted.length === 0) return [];
  const more = noted.length - mostNoted;
  return [
    sheet.paint('bold', 'Told, and failing nothing'),
    ...renderFindings(noted.slice(0, mostNoted), sheet),
    ...(more > 0 ? [`and ${more} more`, ''] : []),
  ];
}

const moods: Readonly<Record<ReturnType<typeof concludeCheck>['mood'], Style>> = {
  good: 'green',
  bad: 'red',
  unsure: 'yellow',
};

function titledBlock(paint: Paint, title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [paint('bold', title), ...lines.map((line) => `  ${line}`), ''];
}

function bullets(sentences: readonly string[], width: number): readonly string[] {
  return sentences.flatMap((sentence) =>
    wrap(oneLine(sentence), width - 4).map((line, at) => (at === 0 ? line : `  ${line}`)),
  );
}

const errorTail = 10;

function failureLines(paint: Paint): (error: EngineError) => readonly string[] {
  return ({ engine, mode, reason, message, argv, stderrExcerpt }) => [
    `${paint('red', `${oneLine(engine)} ${mode}: ${reason}`)}: ${oneLine(message)}`,
    ...(argv.length === 0 ? [] : [`  $ ${commandLine(argv)}`]),
    ...plainText(stderrExcerpt)
      .split('\n')
      .filter((line) => line.trim() !== '')
      .slice(-errorTail)
      .map((line) => paint('dim', `  | ${line}`)),
  ];
}

function describeProblem({ engine, code, message }: CheckReport['problems'][number]): string {
  return `${engine}: ${code}: ${message}`;
}

/** Where others ran, only what may have been meant to run as well. */
function worthTelling({ engines, absent }: CheckReport): CheckReport['absent'] {
  return absent.filter(({ leftAlone }) => engines.length === 0 || leftAlone === true);
}

function absentWords({ engine, because }: CheckReport['absent'][number]): string {
  return `${engine}: ${because}`;
}

function checkTotals({ fresh, fixed, tolerated }: Summary): string {
  return `${counted(fresh.length, 'new finding')}, ${fixed} fixed, ${tolerated} tolerated.`;
}

/** A table with one row for each engine and mode. */
function engineLinesTable(engines: readonly CheckedEngine[], paint: Paint): readonly string[] {
  return tableLines({ heads, numbers, rows: engines.map(engineCells) }, paint);
}

const heads = ['Engine', 'Mode', 'Result', 'New', 'Fixed', 'Tolerated', 'Time', 'How'] as const;

const numbers = new Set<number>([3, 4, 5, 6]);

function engineCells(checked: CheckedEngine): readonly Cell[] {
  const { outcome, counts } = checked;
  const failed = outcome.error !== null;
  const count = (value: number, style: Style): Cell =>
    failed ? { text: '-' } : { text: String(value), style: value > 0 ? style : undefined };
  return [
    { text: oneLine(engineWords(checked)), style: 'bold' },
    { text: outcome.plan.mode },
    { text: resultWords(checked), style: resultStyle(checked) },
    count(counts.new, 'red'),
    count(counts.fixed, 'green'),
    count(counts.tolerated, 'dim'),
    { text: seconds(outcome.durationMs) },
    { text: oneLine(howWords(checked)) },
  ];
}

function resultStyle({ outcome, degraded, counts }: CheckedEngine): Style {
  if (outcome.error !== null || outcome.category === 'unknown') return 'red';
  if (degraded || outcome.completeness.kind !== 'complete') return 'yellow';
  return counts.new > 0 ? 'red' : 'green';
}
