import type { NativeHash } from '#base/hash.ts';
import { compareText } from '#base/order.ts';
import type { FailedCheck } from '#model/observation.ts';
import { plainText } from '#base/plain-text.ts';
import { checkKey } from './check-key.ts';

export interface FailureEvidence {
  readonly check: FailedCheck;
  /** The end of its log, where it could be read. */
  readonly log?: string | undefined;
}

/**
 * Names a failure rather than the pull request that shows it: equal wherever the same checks fail with the
 * same errors. Undefined where they say no more than that they failed, which all failures have in common.
 */
export function failureFingerprint(
  hash: NativeHash,
  failed: readonly FailureEvidence[],
): string | undefined {
  const said = failed.map((failure) => [checkKey(failure.check), ...extractErrors(failure)]);
  if (!said.some(([, ...lines]) => lines.length > 0)) return undefined;
  // A check that fails in the same way for two events is one failure.
  const each = new Set(said.map((one) => JSON.stringify(one)));
  return hash(JSON.stringify([...each].toSorted(compareText)));
}

const anyError =
  /error|fail|fatal|exception|panic|assert|cannot|can't|could not|unable|not found|no such|denied|refused|timed out|timeout|unreachable|unresolved|^E\s/i;

/** The errors of the log; where it shows none, what the check itself says. */
function extractErrors({ check: { summary = '' }, log = '' }: FailureEvidence): readonly string[] {
  const errors = keepSpecificLines(
    plainText(log)
      .split('\n')
      .map(normalLine)
      .filter((line) => anyError.test(line)),
  );
  return errors.length > 0
    ? errors
    : keepSpecificLines(plainText(summary).split('\n').map(normalLine));
}

/** Each once and sorted: what runs at once is logged in any order. */
function keepSpecificLines(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.filter((line) => isSpecific(line)))].toSorted(compareText);
}

const longest = 2_000;

// In this order: a moment is made of numbers, and a temporary path may hold any of them.
const replacements: readonly (readonly [RegExp, string])[] = [
  [/^##\[\w{1,20}\]/, ''],
  [/\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, ''],
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders)\/[^\s:'"`)\]]*/g, '<temp>'],
  [/\b[A-Z]:\\(?:[^\s:'"`)\]]*\\)?Temp\\[^\s:'"`)\]]*/gi, '<temp>'],
  [/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '#'],
  [/\b0x[0-9a-f]+\b/gi, '#'],
  [/\b(?=[a-f]*\d)[0-9a-f]{7,}\b/gi, '#'],
  [/\d+(?:\.\d+)?\s?(?:ms|s|secs?|seconds?|m|mins?|minutes?|h|hours?)\b/gi, '#'],
  [/\d+(?:[.,:]\d+)*/g, '#'],
  [/#(?:\s#)+/g, '#'],
  [/\s+/g, ' '],
];

/** A line without what differs from one run to the next: moments, durations, ids, counts, temporary paths. */
function normalLine(line: string): string {
  let normal = line.slice(0, longest).trim();
  for (const [pattern, replacement] of replacements) normal = normal.replace(pattern, replacement);
  return normal.trim();
}

/** Words that stand in the last lines of any failure, and of quite different ones. */
const anyFailure = new Set(
  `a above all an and as assertionerror at back be been build call called cancelled canceled check checks ci code
  command completed could details did done elifecycle err errno error errors exit exited exiting expected fail failed
  failing fails failure failures fatal file files for found had has have in is job jobs last lifecycle lint log logs
  make makefile more most no non non-zero not npm null number of on one operation or passed pipeline pnpm problem
  problems process recent result results return returned run running script see skipped some status step steps suite
  suites task tasks test tests that the there this to total traceback unknown was warning warnings were with workflow
  yarn zero`.split(/\s+/),
);

/** Whether a line says what failed, beyond that something did. */
function isSpecific(line: string): boolean {
  const words = line.toLowerCase().split(' ');
  return words.some((word) => {
    const bare = word.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]{1,40}$/u, '');
    return bare !== '' && !anyFailure.has(bare);
  });
}
