import type { GuardCode } from '../../ratchet/determine-fixup-action.ts';
import type { ObstacleCode } from '../../ratchet/further-guards.ts';

/** Our own session comes before everything: its outcome is awaited. */
export type OwnSessionCode = 'STOPPING' | 'SESSION_LIVE';

/** Everything that a decision can be called. */
export type DecisionCode =
  | OwnSessionCode
  | GuardCode
  | ObstacleCode
  | 'UNKNOWN_TOO_LONG'
  | 'CONFIG_BROKEN';
