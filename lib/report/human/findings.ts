import type { ReportedFinding } from '#model/check-report.ts';
import { compareText } from '#base/order.ts';
import { counted } from '#base/words.ts';
import { plainText, oneLine } from '#base/plain-text.ts';
import { ruleName } from '#check/rules/findings/rule-name.ts';
import { groupByFile } from '../in-files.ts';
import { sourceWords } from '../words.ts';
import type { Paint, Style } from './look.ts';
import { messageLines, wrap } from './wrap.ts';

interface Sheet {
  readonly paint: Paint;
  readonly width: number;
}

/** Nobody reads more of them, and the verdict comes last. */
const mostShown = 200;

/** The findings file by file, from the top of each file down; of very many the first, and what the others are. */
export function renderFindings(
  findings: readonly ReportedFinding[],
  sheet: Sheet,
): readonly string[] {
  const sorted = groupByFile(findings).flatMap((one) => one.findings);
  const shown = sorted.slice(0, mostShown);
  return [...renderFiles(shown, sheet), ...tellOthers(sorted.slice(mostShown), sheet)];
}

/** What is left out, most frequent first, and where it is to be had. */
function tellOthers(
  others: readonly ReportedFinding[],
  { paint, width }: Sheet,
): readonly string[] {
  if (others.length === 0) return [];
  const files = new Set(others.map(({ filePath }) => filePath)).size;
  const byRule = [...Map.groupBy(others, (one) => oneLine(`${one.tool} ${ruleName(one)}`))]
    .map(([words, ones]) => ({ words, count: ones.length }))
    .toSorted((a, b) => b.count - a.count || compareText(a.words, b.words));
  const named = byRule.slice(0, mostRules).map(({ words, count }) => `${count} ${words}`);
  const more = byRule.length > mostRules ? [`and ${byRule.length - mostRules} other rules`] : [];
  const title = `${counted(others.length, 'more new finding')} in ${counted(files, 'file')}`;
  const lines = wrap(
    `${[...named, ...more].join(', ')}. All of them: --format json, or name the paths that matter.`,
    width - 2,
  );
  return [paint('bold', title), ...lines.map((line) => `  ${line}`), ''];
}

const mostRules = 10;

function renderFiles(findings: readonly ReportedFinding[], sheet: Sheet): readonly string[] {
  return groupByFile(findings).flatMap(({ path, findings: ofFile }) => {
    const places = ofFile.map(({ line, column }) =>
      [line, column].filter((part) => part !== undefined).join(':'),
    );
    const indent = Math.max(...places.map(({ length }) => length));
    return [
      sheet.paint('bold', path === null ? 'In no file' : oneLine(path)),
      ...ofFile.flatMap((one, at) => oneFinding(one, places[at]?.padEnd(indent) ?? '', sheet)),
      '',
    ];
  });
}

function oneFinding(
  finding: ReportedFinding,
  place: string,
  { paint, width }: Sheet,
): readonly string[] {
  const { severity, message } = finding;
  const before = `  ${place}${place === '' ? '' : '  '}`;
  const shown = severity.padEnd(longestSeverity);
  const indent = before.length + longestSeverity + 2;
  const rule = `[${oneLine(sourceWords(finding))}]`;
  const [first = '', ...rest] = messageLines(plainText(message), Math.max(20, width - indent));
  const last = rest.at(-1) ?? first;
  const fits = indent + last.length + 1 + rule.length <= width;
  const lines = [first, ...rest].map((line, at) =>
    at === 0
      ? `${paint('dim', before)}${paint(styles[severity], shown)}  ${line}`
      : `${' '.repeat(indent)}${line}`,
  );
  const end = paint('dim', rule);
  if (!fits) return [...lines, `${' '.repeat(indent)}${end}`];
  return lines.map((line, at) => (at === lines.length - 1 ? `${line} ${end}` : line));
}

const longestSeverity = 'blocker'.length;

const styles: Readonly<Record<ReportedFinding['severity'], Style>> = {
  blocker: 'red',
  high: 'red',
  medium: 'yellow',
  low: 'dim',
};
