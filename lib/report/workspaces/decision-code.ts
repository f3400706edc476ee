import type { GuardCode } from '#ratchet/rules/decision/determine-fixup-action.ts';
import type { ObstacleCode } from '#ratchet/rules/decision/further-guards.ts';
import type { WaitCode } from '#ratchet/rules/decision/waits-for-person.ts';

/** Our own session comes before everything: its outcome is awaited. */
export type OwnSessionCode = 'STOPPING' | 'SESSION_LIVE';

/** Everything that a decision can be called. */
export type DecisionCode =
  | OwnSessionCode
  | GuardCode
  | ObstacleCode
  | WaitCode
  | 'UNKNOWN_TOO_LONG'
  | 'CONFIG_BROKEN';
