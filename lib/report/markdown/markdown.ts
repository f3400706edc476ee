import type { CheckedEngine, CheckReport, ReportedFinding } from '#model/check-report.ts';
import type { EngineError } from '#model/engine-error.ts';
import { commandLine } from '../command-line.ts';
import { concludeCheck } from '../conclusion.ts';
import { groupByFile } from '../in-files.ts';
import { judgingSentences, judgingTitle } from '../judging.ts';
import { type Summary, summarizeCheck } from '../summary.ts';
import { counted, seconds } from '#base/words.ts';
import {
  baseSentence,
  engineWords,
  howWords,
  notes,
  placeWords,
  resultWords,
  sourceWords,
} from '../words.ts';
import { takeFitting } from './room.ts';
import { codeText, outputText, sentenceText } from '#base/markdown-text.ts';

/** For a comment on a pull request or the summary of a CI run: short enough for both. */
export function renderMarkdown(report: CheckReport): string {
  const summary = summarizeCheck(report);
  const { mood, title, sentence } = concludeCheck(report, summary);
  const blocks = [
    `### ${moods[mood]} ${sentenceText(title)}`,
    ...newFindingBlocks(summary),
    ...sentenceList('Left out', report.problems.map(problemSentence)),
    ...errorBlocks(summary.errors),
    ...sentenceList(
      'Worse than before',
      summary.worse.map((one) => one.sentence),
    ),
    ...sentenceList(judgingTitle, judgingSentences(report)),
    ...engineMarkdownTable(report),
    ...sentenceList(
      'Better than before',
      summary.better.map((one) => one.sentence),
    ),
    ...sentenceList('Trend', summary.trends),
    ...sentenceList('Notes', notes(report)),
    `${sentenceText(baseSentence(report))} ${sentenceText(sentence)}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const moods = { good: '✅', bad: '❌', unsure: '⚠️' } as const;

// A comment holds 65,536 characters; all of these together are fewer.
const rooms = {
  findings: { most: 50, room: 24_000 },
  errors: { most: 10, room: 12_000 },
  rows: { most: 50, room: 8_000 },
  sentences: { most: 20, room: 3_500 },
} as const;

function newFindingBlocks({ fresh }: Summary): readonly string[] {
  if (fresh.length === 0) return [];
  const sorted = groupByFile(fresh).flatMap(({ findings }) => findings);
  // Only these are written: the text of thousands would be made for nothing.
  const first = sorted.slice(0, rooms.findings.most).map(newFindingLine);
  const { shown } = takeFitting(first, rooms.findings);
  const more = fresh.length - shown.length;
  const rest = more > 0 ? [`and ${more} more`] : [];
  return [`#### ${counted(fresh.length, 'new finding')}`, shown.join('\n'), ...rest];
}

function newFindingLine(finding: ReportedFinding): string {
  const { severity, message } = finding;
  const place = codeText(placeWords(finding), 200);
  return `- ${place} ${severity}: ${codeText(message, 300)} (${codeText(sourceWords(finding), 150)})`;
}

function problemSentence({ engine, code, message }: CheckReport['problems'][number]): string {
  return `${engine}: ${code}: ${message}`;
}

function errorBlocks(errors: readonly EngineError[]): readonly string[] {
  const { shown, more } = takeFitting(errors.map(errorBlock), rooms.errors);
  return [...shown, ...(more > 0 ? [`and ${counted(more, 'more engine error')}`] : [])];
}

function errorBlock({ engine, mode, reason, message, argv, stderrExcerpt }: EngineError): string {
  const output = stderrExcerpt.trim() === '' ? [] : [outputText(stderrExcerpt, 1_000)];
  const command = argv.length === 0 ? [] : [`${codeText(commandLine(argv), 300)}<br>`];
  return [
    `<details><summary><b>${sentenceText(engine)} failed</b> (${mode}, ${sentenceText(reason)}): ${sentenceText(message)}</summary>`,
    ...command,
    ...output,
    '</details>',
  ].join('\n');
}

function engineMarkdownTable({ engines, absent }: CheckReport): readonly string[] {
  if (engines.length === 0) {
    return sentenceList(
      'Not asked',
      absent.map(({ engine, because }) => `${engine}: ${because}`),
    );
  }
  const head = [
    '| Engine | Mode | Result | New | Fixed | Tolerated | Time | How |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: | --- |',
  ];
  const { shown, more } = takeFitting(engines.map(engineMarkdownRow), rooms.rows);
  const rest = more > 0 ? [`and ${more} more`] : [];
  return [[...head, ...shown].join('\n'), ...rest];
}

function engineMarkdownRow(checked: CheckedEngine): string {
  const { outcome, counts } = checked;
  const { new: fresh, fixed, tolerated } = counts;
  const numbers = outcome.error === null ? [fresh, fixed, tolerated] : ['-', '-', '-'];
  const cells = [
    sentenceText(engineWords(checked)),
    outcome.plan.mode,
    resultWords(checked),
    ...numbers,
    seconds(outcome.durationMs),
    sentenceText(howWords(checked)),
  ];
  return `| ${cells.join(' | ')} |`;
}

function sentenceList(title: string, sentences: readonly string[]): readonly string[] {
  if (sentences.length === 0) return [];
  const lines = sentences.map((one) => `- ${sentenceText(one)}`);
  const { shown, more } = takeFitting(lines, rooms.sentences);
  return [`#### ${title}`, [...shown, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')];
}
