import { redactText } from '#base/redact.ts';

/** Why a diff or a validation is refused, for machines. */
export type RejectionCode =
  | 'NOTHING_CHANGED'
  | 'MALFORMED_PATH'
  | 'DISALLOWED_PATH'
  | 'PROTECTED_PATH'
  | 'READ_ONLY_PATH'
  | 'TOO_MANY_FILES'
  | 'TOO_MANY_LINES'
  | 'FORBIDDEN_DELETION'
  | 'SYMLINK_ESCAPE'
  | 'GITLINK'
  | 'CASE_COLLISION'
  | 'MODE_CHANGED'
  | 'KIND_CHANGED'
  | 'SECRET_ADDED'
  | 'TEST_DELETED'
  | 'TEST_SKIPPED'
  | 'TEST_EMPTIED'
  | 'TEST_WEAKENED'
  | 'CANARY'
  | 'ONLY_UNDER_TEST'
  | 'RUNNER_READ'
  | 'EVIDENCE_LOST'
  | 'EXPECTATION_CHANGED'
  | 'ASSERTIONS_REMOVED'
  | 'SUPPRESSION_ADDED'
  | 'FINDING_SILENCED'
  | 'SCOPE_SHRUNK'
  | 'THRESHOLD_LOOSENED'
  | 'CHECK_DISABLED'
  | 'CONFIG_CHANGED'
  | 'MODULE_SHADOWED'
  | 'RUNNER_CHANGED'
  | 'EXECUTES_ELSEWHERE'
  | 'HIDDEN_CHARACTERS'
  | 'CONFLICT_MARKER'
  | 'UNRESOLVED'
  | 'OUTSIDE_CONFLICT'
  | 'UNREADABLE_FILE'
  | 'GENERATED_FILE'
  | 'COMMAND_FAILED'
  | 'NEW_FINDINGS'
  | 'COVERAGE_TOO_LOW'
  | 'FINDINGS_LEFT'
  | 'NOT_COMPLETE'
  | 'TEST_STATE_CHANGED'
  | 'NOT_MEASURED'
  | 'AGENT_LIED'
  | 'AGENT_TIMED_OUT'
  | 'AGENT_GARBAGE'
  | 'AGENT_BLOCKED'
  | 'AGENT_FAILED'
  | 'CONFLICTS'
  | 'TAKEN_BACK'
  | 'NOT_ATTEMPTED'
  | 'ENVIRONMENT_CHANGED';

export interface Rejection {
  readonly code: RejectionCode;
  /** The path as it may be shown: a secret in it is masked. */
  readonly path?: string;
  readonly sentence: string;
}

/** A rejection that names a path, safe to show whatever the path holds. */
export function rejectPath(
  code: RejectionCode,
  path: string,
  say: (shown: string) => string,
): Rejection {
  const shown = shownText(path);
  return { code, path: shown, sentence: say(shown) };
}

/** Hostile text for one line of a sentence: nothing secret, nothing unseen, not too long. */
export function shownText(text: string): string {
  const plain = redactText(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '?');
  return plain.length > 200 ? `${plain.slice(0, 200)}...` : plain;
}

/** What was not measured is not shown. */
export function notMeasured(what: string): Rejection {
  return {
    code: 'NOT_MEASURED',
    sentence: `${what}, so success is not proved; run the validation to its end.`,
  };
}
