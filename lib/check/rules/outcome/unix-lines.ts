import { withoutEscapes } from '#base/excerpt.ts';
import { eachLine } from '#base/lines.ts';
import {
  type Diagnostic,
  type DiagnosticsReading,
  parsePosition,
  severityOfWord,
} from './diagnostics.ts';

// Not any word before a colon is a severity: many messages begin with a name and a colon.
const severity =
  '[Ff]atal(?: error)?|[Ee]rror|[Ww]arning|[Nn]ote|[Ii]nfo(?:rmation)?|[Hh]int|[Ss]tyle';

/** `path:line:column: severity: message [rule]`, as most compilers and linters print it. */
export const usualLine = String.raw`^(?<path>[^:]+):(?<line>\d+):(?:(?<column>\d+):)? *(?:(?<severity>${severity}): )?(?<message>.+?)(?: \[(?<rule>[^\[\]]+)\])?$`;

/** A regular expression may take very long for a long line, and no finding is one. */
const longestLine = 1000;

/** Reads a report in which every line that matches is a finding. A text without any is a report of none. */
export function readUnixLines(text: string | undefined, pattern: RegExp): DiagnosticsReading {
  if (text === undefined) return { kind: 'broken', state: 'absent' };
  const diagnostics: Diagnostic[] = [];
  for (const line of eachLine(withoutEscapes(text))) {
    const found = diagnosticIn(line.slice(0, longestLine).replace(/\r$/, ''), pattern);
    if (found !== undefined) diagnostics.push(found);
  }
  return { kind: 'read', diagnostics };
}

function diagnosticIn(line: string, pattern: RegExp): Diagnostic | undefined {
  const { groups } = pattern.exec(line) ?? {};
  if (groups === undefined) return undefined;
  const path = groups['path'] ?? '';
  return {
    severity: severityOfWord(groups['severity'] ?? ''),
    rule: groups['rule'] ?? null,
    message: groups['message']?.trim() || line,
    path: path === '' ? null : path,
    line: path === '' ? null : parsePosition(groups['line']),
    column: path === '' ? null : parsePosition(groups['column']),
  };
}
