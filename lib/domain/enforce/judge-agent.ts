import { shownText } from './rejection.ts';
import type { Rejection } from './rejection.ts';

/** How an agent ended, by what we saw; only within `answered` has it a say. */
export type AgentEnding =
  | {
      readonly kind: 'answered';
      readonly claim: 'success' | 'failure' | 'blocked';
      readonly summary: string;
    }
  | { readonly kind: 'timed_out'; readonly afterMs: number }
  /** No answer, two of them, or one that breaks the contract. */
  | { readonly kind: 'garbage'; readonly problem: string }
  | { readonly kind: 'crashed'; readonly exitCode: number | null }
  /** It could not work: no account, no quota, no room, or it did not start. */
  | { readonly kind: 'failed'; readonly problem: string };

/** What speaks against an agent itself. A claim of success counts for nothing while our validation fails. */
export function judgeAgent(
  ending: AgentEnding,
  validation: readonly Rejection[],
): readonly Rejection[] {
  switch (ending.kind) {
    case 'answered':
      return judgeClaim(ending, validation);
    case 'timed_out':
      return [
        rejected(
          'AGENT_TIMED_OUT',
          `was stopped after ${ending.afterMs} ms; do less in one attempt`,
        ),
      ];
    case 'garbage':
      return [
        rejected(
          'AGENT_GARBAGE',
          `gave no answer that can be read (${shownText(ending.problem)}); answer with one JSON object`,
        ),
      ];
    case 'crashed':
      return [
        rejected('AGENT_FAILED', `${crashOf(ending.exitCode)}; read its output for the cause`),
      ];
    case 'failed':
      return [rejected('AGENT_FAILED', `could not do its work: ${shownText(ending.problem)}`)];
  }
}

function judgeClaim(
  { claim, summary }: Extract<AgentEnding, { kind: 'answered' }>,
  validation: readonly Rejection[],
): readonly Rejection[] {
  const says = shownText(summary);
  if (claim === 'blocked') return [rejected('AGENT_BLOCKED', `waits for a person: ${says}`)];
  if (claim === 'failure') return [rejected('AGENT_FAILED', `gave up: ${says}`)];
  if (validation.length === 0) return [];
  const sentence = 'claims success, but our validation failed; believe the validation';
  return [rejected('AGENT_LIED', sentence)];
}

function crashOf(exitCode: number | null): string {
  return exitCode === null ? 'was ended by a signal' : `ended with exit code ${exitCode}`;
}

function rejected(code: Rejection['code'], did: string): Rejection {
  return { code, sentence: `The agent ${did}${/[.!?]$/.test(did) ? '' : '.'}` };
}
