import type { NativeHash } from '#base/hash.ts';
import { compareText } from '#base/order.ts';
import type { FailedCheck } from '#model/observation.ts';
import { plainText } from '#base/plain-text.ts';
import { checkKey } from './check-key.ts';
import { isSpecific, normalLine } from './normal-line.ts';

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
