import { eachLine } from '#base/lines.ts';
import { factsOfFindings } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

interface Failed {
  readonly name: string;
  id: string;
  /** Its own words begin behind an empty line. */
  said: string | undefined;
  changes: boolean;
}

/** Reads what `pre-commit run` prints of each hook. */
export function parsePreCommitReport({ stdout }: ToolOutput): EngineReport {
  const failed: Failed[] = [];
  let open: Failed | undefined;
  for (const line of eachLine(stdout)) {
    const [, name, end] = /^(\S.*?)\.{3,}(?:\(.*\))?(Passed|Failed|Skipped)$/.exec(line) ?? [];
    if (name !== undefined) {
      open = end === 'Failed' ? { name, id: name, said: undefined, changes: false } : undefined;
      if (open !== undefined) failed.push(open);
    } else if (open !== undefined) readLine(open, line);
  }
  return { facts: factsOfFindings(failed.length), findings: failed.map(toFinding) };
}

function readLine(hook: Failed, line: string): void {
  const id = /^- hook id: (.+)$/.exec(line)?.[1];
  if (id !== undefined) hook.id = id;
  else if (line === '- files were modified by this hook') hook.changes = true;
  else if (!/^- (?:exit code|duration): /.test(line) && line.trim() !== '') hook.said ??= line;
}

function toFinding({ name, id, said, changes }: Failed): RawFinding {
  const why = said?.trim() ?? (changes ? 'it changes files' : 'it gives no reason');
  return {
    kind: 'lint',
    severity: 'medium',
    rule: id,
    message: `${name}: ${why}`,
    path: null,
    line: null,
    column: null,
    fixable: changes,
  };
}
