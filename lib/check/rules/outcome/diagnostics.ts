import type { Severity } from '#model/finding.ts';
import type { BrokenReport, ReportFailure } from './run-facts.ts';

/** What a linter says of one place, whatever the format in which it says so. */
export interface Diagnostic {
  readonly severity: Severity;
  readonly rule: string | null;
  readonly message: string;
  /** Absolute, or relative to the folder in which the tool ran. */
  readonly path: string | null;
  /** Counted from 1. */
  readonly line: number | null;
  readonly column: number | null;
}

export type DiagnosticsReading =
  | {
      readonly kind: 'read';
      readonly diagnostics: readonly Diagnostic[];
      /** What the tool itself says of a run that failed. */
      readonly failure?: ReportFailure | undefined;
    }
  | { readonly kind: 'broken'; readonly state: BrokenReport };

const high = /^(?:f|fatal|fatal error|e|err|error|critical|high)$/i;
const low = /^(?:n|note|i|info|information|hint|h|help|style|convention|refactor|low|c|r)$/i;

/** How bad a thing is by the word that a tool has for it. */
export function severityOfWord(word: string): Severity {
  if (high.test(word)) return 'high';
  return low.test(word) ? 'low' : 'medium';
}

/** A line or column that a report gives as text, counted from 1; null: it gives none. */
export function parsePosition(digits: string | undefined): number | null {
  const value = Number(digits ?? 0);
  return Number.isSafeInteger(value) && value >= 1 ? value : null;
}
