import * as z from 'zod';
import type {
  AgentAnswer,
  UnusableAnswer,
  FailureReason,
  AnswerReading,
} from '#repair/rules/answer/answer.ts';
import { eventsIn } from '#repair/rules/answer/events-in.ts';
import { exitFailure, failedAnswer, stoppedFailure } from '#repair/rules/answer/failure.ts';
import { readAnswer } from '#repair/rules/answer/read-answer.ts';
import type { Cost } from '#model/cost.ts';
import type { AgentOutput } from '../contract.ts';

const count = z.int().nonnegative().catch(0);

const eventTypes = ['item.completed', 'turn.completed', 'turn.failed'] as const;

/** The events that matter; all others are left out. */
const codexEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('item.completed'),
    item: z.object({ type: z.literal('agent_message'), text: z.string() }),
  }),
  z.object({
    type: z.literal('turn.completed'),
    usage: z.object({
      input_tokens: count,
      cached_input_tokens: count,
      cache_write_input_tokens: count,
      output_tokens: count,
    }),
  }),
  z.object({
    type: z.literal('turn.failed'),
    error: z.object({ message: z.string().catch('') }),
  }),
]);

type CodexEvent = z.infer<typeof codexEvent>;

/** What Codex answered: the last message of a turn that was completed. */
export function readCodex(output: AgentOutput): AgentAnswer {
  const events = eventsIn(output.stdout, { types: eventTypes, schema: codexEvent });
  return { ...readTurn(output, events), cost: codexCost(events, output.model) };
}

function readTurn(output: AgentOutput, events: readonly CodexEvent[]): AnswerReading {
  const { exit, stderr, request } = output;
  const stopped = stoppedFailure(exit);
  if (stopped !== undefined) return stopped;
  const end = events.findLast(({ type }) => type === 'turn.completed' || type === 'turn.failed');
  if (end?.type === 'turn.failed') return turnFailure(end.error.message);
  const failed = exitFailure(exit, stderr);
  if (failed !== undefined) return noAccount.test(stderr) ? turnFailure(stderr) : failed;
  if (end === undefined) return unfinished(output);
  return readAnswer(lastMessage(events), request);
}

const noAccount =
  /\b(?:401|403)\b|Missing environment variable|\b(?:key_missing|key_rejected|call_denied|token_invalid)\b/;

/** Top-level errors may pass; only the end of the turn tells. */
const kinds: readonly (readonly [RegExp, FailureReason, string])[] = [
  [/budget_spent/, 'budget_spent', 'The budget is used up.'],
  [
    /budget reached|budget_exceeded|attempt_too_small/,
    'limit_reached',
    'Codex used up its budget.',
  ],
  [noAccount, 'auth', 'The provider does not accept the key of Codex.'],
  [/request_too_large/, 'limit_reached', 'The request of Codex is too large.'],
  [/quota|\bbilling\b/i, 'auth', 'The provider grants the account of Codex no calls.'],
  [
    /\b429\b|\b5\d\d\b|Reconnecting|network|overloaded/i,
    'overloaded',
    'Codex did not reach its provider.',
  ],
];

function turnFailure(message: string): UnusableAnswer {
  const [, reason, sentence] = kinds.find(([said]) => said.test(message)) ?? [];
  return failedAnswer(reason ?? 'gave_up', sentence ?? 'Codex gave up.', message);
}

function unfinished({ stdout, stderr }: AgentOutput): UnusableAnswer {
  return stdout.trim() === ''
    ? failedAnswer('no_output', 'Codex ended without a word.', stderr)
    : failedAnswer('garbage', 'Codex ended without the end of a turn.', stdout);
}

function lastMessage(events: readonly CodexEvent[]): string {
  const last = events.findLast(({ type }) => type === 'item.completed');
  return last?.type === 'item.completed' ? last.item.text : '';
}

/** What Codex used. It tells tokens of turns that were completed, and neither a price nor its model. */
function codexCost(events: readonly CodexEvent[], model: string | undefined): Cost {
  const turns = events.flatMap((event) => (event.type === 'turn.completed' ? [event.usage] : []));
  const named = model === undefined ? {} : { model };
  if (turns.length === 0) return { usd: 0, source: 'none', ...named };
  const total = (of: (turn: (typeof turns)[number]) => number) =>
    turns.reduce((sum, turn) => sum + of(turn), 0);
  return {
    usd: 0,
    source: 'none',
    ...named,
    // Its input contains what came from the cache.
    inputTokens: total((turn) => Math.max(0, turn.input_tokens - turn.cached_input_tokens)),
    cacheReadTokens: total((turn) => turn.cached_input_tokens),
    cacheWriteTokens: total((turn) => turn.cache_write_input_tokens),
    outputTokens: total((turn) => turn.output_tokens),
  };
}
