import type { EngineErrorReason } from './run-facts.ts';

/** What a run amounts to, before it is written down. */
export type Verdict = Trusted | Untrusted;

export interface Trusted {
  readonly category: 'success' | 'diagnostic';
  readonly why: string;
  /** Why some of the scope was not judged; empty: all of it was. */
  readonly missing: readonly string[];
}

export interface Untrusted {
  readonly category: 'tool_failure' | 'unknown';
  readonly reason: EngineErrorReason;
  readonly why: string;
}

export function toolFailure(reason: EngineErrorReason, why: string): Untrusted {
  return { category: 'tool_failure', reason, why };
}

export function unknownOutcome(reason: EngineErrorReason, why: string): Untrusted {
  return { category: 'unknown', reason, why };
}

export function isTrustedVerdict(verdict: Verdict): verdict is Trusted {
  return verdict.category === 'success' || verdict.category === 'diagnostic';
}
