import { factsOfBroken, factsOfFindings } from '#check/rules/outcome/json-report.ts';
import type { EngineReport, RawFinding, ToolOutput } from '../contract.ts';

type Reader = (text: string | undefined, output: ToolOutput) => EngineReport;

interface Exits {
  /** The command as a reader knows it. */
  readonly name: string;
  /** Exit codes that tell of nothing wrong. */
  readonly well: readonly number[];
  /** Exit codes of a command that could not do its work. */
  readonly failed: readonly number[];
  /** There is a command that repairs it. */
  readonly fixable: boolean;
}

/** For a command that reports nothing: ending badly is its one finding, and it has no place. */
export function judgeExit({ name, well, failed, fixable }: Exits): Reader {
  return (_, { exit }) => {
    if (exit === undefined) return { facts: factsOfBroken('absent'), findings: [] };
    const isFinding = !well.includes(exit) && !failed.includes(exit);
    const findings = isFinding ? [{ ...failedCommand(name), fixable }] : [];
    return { facts: factsOfFindings(findings.length), findings };
  };
}

// Always the same words, so that the finding stays itself when the code changes.
function failedCommand(name: string): RawFinding {
  return {
    kind: 'command_failed',
    severity: 'high',
    rule: null,
    message: `${name} failed.`,
    path: null,
    line: null,
    column: null,
  };
}
