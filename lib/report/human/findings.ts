import type { ReportedFinding } from '#model/check-report.ts';
import { plainText, oneLine } from '#base/plain-text.ts';
import { groupByFile } from '../in-files.ts';
import { sourceWords } from '../words.ts';
import type { Paint, Style } from './look.ts';
import { messageLines } from './wrap.ts';

interface Sheet {
  readonly paint: Paint;
  readonly width: number;
}

/** The findings file by file, from the top of each file down. */
export function renderFindings(
  findings: readonly ReportedFinding[],
  sheet: Sheet,
): readonly string[] {
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
