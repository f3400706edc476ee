import type { ReportedTask, RunReport } from '#model/run-report.ts';
import { expectationMarkdown, expectationsHint, expectationsTitle } from '../expectation-texts.ts';
import { suggestionMarkdown } from '../suggestion-texts.ts';
import { proofMarkdown, proofTitle } from '../proof-table.ts';
import { takeFitting } from '../markdown/room.ts';
import { codeText, sentenceText } from '#base/markdown-text.ts';
import { counted } from '#base/words.ts';
import { placeWords } from '../words.ts';
import { moment, span } from '#base/moment.ts';
import { dollars } from '#base/words.ts';
import {
  evidenceWords,
  listAgents,
  attemptState,
  concludeRun,
  taskCost,
  isUntried,
  leftGroups,
  type LeftGroup,
  resultSentence,
  taskState,
  runTotals,
  listObjections,
} from './words.ts';

/** For a comment on a pull request: the outcome, the tasks, what is left and why, the rest folded. */
export function renderMarkdownRun(report: RunReport): string {
  const { mood, word } = concludeRun(report);
  const blocks = [
    `### ${moods[mood]} ${sentenceText(word)}`,
    [runTotals(report), resultSentence(report)].map(sentenceText).join(' ').trim(),
    ...taskMarkdownTable(report),
    ...expectationBlocks(report),
    ...suggestionMarkdown(report.summary?.suggestions ?? []),
    ...proofBlocks(report),
    ...leftMarkdownList(report),
    ...foldLines('Attempts', attemptItems(report), rooms.attempts),
    ...foldLines('Findings by engine', engineLines(report), rooms.lines),
    ...foldLines('Cost and time', spentLines(report), rooms.lines),
    ...foldLines('Engines that could not be relied on', unreliableEngines(report), rooms.lines),
    sentenceText(`Run ${report.run.id}, started ${moment(report.run.startedAt)} UTC.`),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const moods = { good: '✅', bad: '❌', unsure: '⚠️', plain: '⏳' } as const;

// A comment holds 65,536 characters; all of these together are fewer.
const rooms = {
  rows: { most: 50, room: 12_000 },
  left: { most: 40, room: 16_000 },
  attempts: { most: 60, room: 14_000 },
  lines: { most: 40, room: 3_000 },
} as const;

function expectationBlocks({ summary }: RunReport): readonly string[] {
  const blocks = expectationMarkdown(summary?.expectations ?? []);
  return blocks.length === 0 ? [] : [`#### ${expectationsTitle}`, expectationsHint, ...blocks];
}

function proofBlocks({ summary }: RunReport): readonly string[] {
  const table = proofMarkdown(summary?.proof ?? []);
  return table === '' ? [] : [`#### ${proofTitle}`, table];
}

function taskMarkdownTable(report: RunReport): readonly string[] {
  if (report.tasks.length === 0) return [];
  const head = [
    '| Task | State | Attempts | Agent | Cost | Last verdict |',
    '| --- | --- | ---: | --- | ---: | --- |',
  ];
  const first = report.tasks.slice(0, rooms.rows.most).map((task) => taskMarkdownRow(task, report));
  const { shown } = takeFitting(first, rooms.rows);
  const more = report.tasks.length - shown.length;
  return [
    [...head, ...shown].join('\n'),
    ...(more > 0 ? [`and ${counted(more, 'more task')}`] : []),
  ];
}

function taskMarkdownRow(task: ReportedTask, report: RunReport): string {
  const last = task.attempts.at(-1);
  const cells = [
    codeText(task.title, 120),
    taskState(task, report).word,
    String(task.attempts.length),
    sentenceText(listAgents(task)),
    sentenceText(dollars(taskCost(task))),
    last === undefined ? '-' : sentenceText(attemptState(last, report).word),
  ];
  return `| ${cells.join(' | ')} |`;
}

const mostInGroup = 5;

function leftMarkdownList(report: RunReport): readonly string[] {
  if (report.left.length === 0) return [];
  const groups = leftGroups(report);
  const first = groups.slice(0, rooms.left.most).map(groupText);
  const { shown } = takeFitting(first, rooms.left);
  const more = groups.length - shown.length;
  const rest = more > 0 ? [`- and ${counted(more, 'more reason')}`] : [];
  return [`#### ${counted(report.left.length, 'finding')} left`, [...shown, ...rest].join('\n')];
}

function groupText(group: LeftGroup): string {
  const { because, findings, task } = group;
  const title = task === undefined ? '' : ` ${codeText(task.title, 120)}`;
  const head = `- ${counted(findings.length, 'finding')}${title}: ${sentenceText(because)}`;
  if (isUntried(group)) return head;
  const shown = findings.slice(0, mostInGroup).map((one) => {
    const what = codeText(`${one.rule}: ${one.message}`, 150);
    return `  - ${codeText(placeWords(one), 120)} ${what}`;
  });
  const more = findings.length - shown.length;
  return [head, ...shown, ...(more > 0 ? [`  - and ${more} more`] : [])].join('\n');
}

function attemptItems(report: RunReport): readonly string[] {
  return report.tasks.flatMap((task) =>
    task.attempts.map((attempt) => {
      const { attemptNo, agent, startedAt, finishedAt, diffStats, cost } = attempt;
      const took = finishedAt === undefined ? [] : [span(finishedAt - startedAt)];
      const size =
        diffStats === undefined ? [] : [`+${diffStats.insertions} -${diffStats.deletions} lines`];
      const paid = cost === undefined ? [] : [`${dollars(cost.usd)} (${cost.source})`];
      const facts = [
        attemptState(attempt, report).word,
        ...took,
        ...size,
        ...paid,
        ...evidenceWords(attempt),
      ].join(', ');
      const reasons = listObjections(attempt).map((one) => ` ${sentenceText(one)}`);
      const name = `${codeText(task.title, 80)} ${attemptNo}, ${sentenceText(agent)}`;
      return `- ${name}: ${sentenceText(facts)}.${reasons.slice(0, 5).join('')}`;
    }),
  );
}

function engineLines({ engines }: RunReport): readonly string[] {
  return engines.map(({ tool, found, fixed, left, fresh }) => {
    const known =
      fixed === null
        ? 'what became of them is not known'
        : `${fixed} fixed, ${left ?? 0} left, ${fresh ?? 0} new`;
    return `- ${sentenceText(tool)}: ${found} found; ${known}`;
  });
}

function spentLines({ costs, times }: RunReport): readonly string[] {
  return [
    ...costs.map(
      ({ agent, source, attempts, usd }) =>
        `- ${sentenceText(`${agent}: ${dollars(usd)} (${source}), ${counted(attempts, 'attempt')}`)}`,
    ),
    ...times.map(
      ({ stage, times: often, ms }) => `- ${sentenceText(stage)}: ${often} × ${span(ms / often)}`,
    ),
  ];
}

function unreliableEngines({ summary }: RunReport): readonly string[] {
  return (summary?.engineErrors ?? []).map(
    ({ engine, message }) => `- ${sentenceText(engine)}: ${sentenceText(message)}`,
  );
}

/** A blank line lets Markdown begin inside of the element. */
function foldLines(
  title: string,
  lines: readonly string[],
  room: { readonly most: number; readonly room: number },
): readonly string[] {
  if (lines.length === 0) return [];
  const { shown, more } = takeFitting(lines, room);
  const rest = more > 0 ? [`- and ${more} more`] : [];
  return [`<details><summary>${title}</summary>`, [...shown, ...rest].join('\n'), '</details>'];
}
