import type { FailureReason } from '../answer/answer.ts';
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
  | { readonly kind: 'failed'; readonly problem: string; readonly reason?: FailureReason };

/** What our own validation of its change came to. */
export interface AgentEvidence {
  readonly failed: readonly Rejection[];
  /** Whether this shows that the task is not done, rather than that it could not be seen. */
  readonly contradicts: boolean;
  /** Whether a validation that passes shows that the task is done. */
  readonly proves: boolean;
}

export interface AgentVerdict {
  readonly reasons: readonly Rejection[];
  readonly warnings: readonly Rejection[];
}

/**
 * What speaks against an agent itself. Its words are advice: where we have seen that its change does what was asked
 * for, how it ended is told and refuses nothing. undefined: there is no change that could be seen.
 */
export function judgeAgent(ending: AgentEnding, shown: AgentEvidence | undefined): AgentVerdict {
  const told = findAgentFaults(ending, shown);
  const isAdvice = shown !== undefined && shown.failed.length === 0 && mayPass(ending, shown);
  return isAdvice ? { reasons: [], warnings: told } : { reasons: told, warnings: [] };
}

/** What stopped in the middle, or gave up, may have left half of it: then the proof must be ours. */
function mayPass(ending: AgentEnding, { proves }: AgentEvidence): boolean {
  if (ending.kind === 'garbage') return true;
  const asks = ending.kind === 'answered' && ending.claim === 'blocked';
  return proves && !asks;
}

function findAgentFaults(
  ending: AgentEnding,
  shown: AgentEvidence | undefined,
): readonly Rejection[] {
  switch (ending.kind) {
    case 'answered':
      return judgeClaim(ending, shown?.contradicts === true);
    case 'timed_out':
      return [
        rejectAgent(
          'AGENT_TIMED_OUT',
          `was stopped after ${ending.afterMs} ms; do less in one attempt`,
        ),
      ];
    case 'garbage':
      return [
        rejectAgent(
          'AGENT_GARBAGE',
          `gave no answer that can be read (${shownText(ending.problem)}); answer with one JSON object`,
        ),
      ];
    case 'crashed':
      return [
        rejectAgent(
          'AGENT_FAILED',
          `${describeCrash(ending.exitCode)}; read its output for the cause`,
        ),
      ];
    case 'failed':
      return [rejectAgent('AGENT_FAILED', `could not do its work: ${shownText(ending.problem)}`)];
  }
}

function judgeClaim(
  { claim, summary }: Extract<AgentEnding, { kind: 'answered' }>,
  isContradicted: boolean,
): readonly Rejection[] {
  const says = shownText(summary);
  if (claim === 'blocked') return [rejectAgent('AGENT_BLOCKED', `waits for a person: ${says}`)];
  if (claim === 'failure') return [rejectAgent('AGENT_FAILED', `gave up: ${says}`)];
  if (!isContradicted) return [];
  const sentence = 'claims success, but the validation failed; trust the validation';
  return [rejectAgent('AGENT_LIED', sentence)];
}

function describeCrash(exitCode: number | null): string {
  return exitCode === null ? 'was ended by a signal' : `ended with exit code ${exitCode}`;
}

function rejectAgent(code: Rejection['code'], did: string): Rejection {
  return { code, sentence: `The agent ${did}${/[.!?]$/.test(did) ? '' : '.'}` };
}
