import * as z from 'zod';
import type { UnusableAnswer, FailureReason } from '#repair/rules/answer/answer.ts';
import { eventsIn } from '#repair/rules/answer/events-in.ts';
import { exitFailure, failedAnswer, stoppedFailure } from '#repair/rules/answer/failure.ts';
import type { Cost } from '#model/cost.ts';
import type { AgentOutput } from './contract.ts';

const count = z.int().nonnegative().catch(0);

const modelUsage = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadInputTokens: count,
  cacheCreationInputTokens: count,
  costUSD: z.number().nonnegative().catch(0),
  costBasis: z.string().optional().catch(undefined),
});

/** The last line that it prints. Only what is named here is relied upon. */
const resultEvent = z.object({
  type: z.literal('result'),
  subtype: z.string().optional().catch(undefined),
  is_error: z.boolean(),
  result: z.string().optional().catch(undefined),
  structured_output: z.unknown().optional(),
  stop_reason: z.string().optional().catch(undefined),
  terminal_reason: z.string().optional().catch(undefined),
  api_error_status: z.number().nullish().catch(undefined),
  errors: z.array(z.string()).catch([]),
  permission_denials: z.array(z.unknown()).catch([]),
  total_cost_usd: z.number().nonnegative().optional().catch(undefined),
  modelUsage: z.record(z.string(), modelUsage).catch({}),
});

type ResultEvent = z.infer<typeof resultEvent>;

interface ClaudeOutput {
  readonly said: { readonly kind: 'said'; readonly text: string } | UnusableAnswer;
  readonly cost: Cost;
}

/** What Claude Code said at its end, by the last result line that it printed, and what it cost. */
export function claudeOutput(output: AgentOutput): ClaudeOutput {
  const event = eventsIn(output.stdout, { types: ['result'], schema: resultEvent }).at(-1);
  return { said: readEnd(output, event), cost: claudeCost(event) };
}

function readEnd(output: AgentOutput, event: ResultEvent | undefined): ClaudeOutput['said'] {
  const { exit, stderr } = output;
  const stopped = stoppedFailure(exit);
  if (stopped !== undefined) return stopped;
  if (event === undefined) return silentFailure(output);
  return (
    knownEnd(event) ??
    providerFailure(event) ??
    claudeRefusal(event) ??
    (event.is_error
      ? failedAnswer('gave_up', 'Claude Code failed.', eventText(event))
      : undefined) ??
    exitFailure(exit, stderr) ?? { kind: 'said', text: answerText(event) }
  );
}

function silentFailure({ exit, stdout, stderr }: AgentOutput): UnusableAnswer {
  const failed = exitFailure(exit, stderr);
  if (failed !== undefined) return failed;
  // An interrupt ends it with exit code 0, too.
  return stdout.trim() === ''
    ? failedAnswer('no_output', 'Claude Code ended without a word.', stderr)
    : failedAnswer('garbage', 'Claude Code ended without a result line.', stdout);
}

const ends: Readonly<Record<string, readonly [FailureReason, string]>> = {
  error_max_turns: ['limit_reached', 'Claude Code used up its turns.'],
  error_max_budget_usd: ['limit_reached', 'Claude Code used up its budget.'],
  error_max_structured_output_retries: ['wrong_schema', 'Claude Code found no result that fits.'],
  max_turns: ['limit_reached', 'Claude Code used up its turns.'],
  budget_exhausted: ['limit_reached', 'Claude Code used up its budget.'],
  blocking_limit: ['limit_reached', 'The prompt is too long for Claude Code.'],
  prompt_too_long: ['limit_reached', 'The prompt is too long for Claude Code.'],
};

function knownEnd(event: ResultEvent): UnusableAnswer | undefined {
  const { terminal_reason = '', subtype = '' } = event;
  const end = [terminal_reason, subtype].find((name) => Object.hasOwn(ends, name));
  const [reason, sentence] = ends[end ?? ''] ?? [];
  return reason && sentence !== undefined
    ? failedAnswer(reason, sentence, eventText(event))
    : undefined;
}

function providerFailure(event: ResultEvent): UnusableAnswer | undefined {
  const { is_error, terminal_reason, api_error_status: status } = event;
  if (!is_error || (terminal_reason !== 'api_error' && typeof status !== 'number'))
    return undefined;
  const said = eventText(event);
  if (status === 401 || status === 403 || /key_missing|key_rejected|call_denied/.test(said)) {
    return failedAnswer('auth', 'The provider does not accept the key of Claude Code.', said);
  }
  if (/credit balance|\bbilling\b/i.test(said)) {
    return failedAnswer('auth', 'The provider grants the account of Claude Code no calls.', said);
  }
  if (/budget_spent/.test(said))
    return failedAnswer('budget_spent', 'The budget is used up.', said);
  if (/budget_exceeded|attempt_too_small/.test(said)) {
    return failedAnswer(
      'limit_reached',
      'The budget of the attempt does not pay for this call.',
      said,
    );
  }
  if (/request_too_large/.test(said)) {
    return failedAnswer('limit_reached', 'The request of Claude Code is too large.', said);
  }
  return typeof status !== 'number' || status === 429 || status >= 500
    ? failedAnswer('overloaded', 'Claude Code did not reach its provider.', said)
    : failedAnswer('gave_up', `The provider refused a call with status ${status}.`, said);
}

function claudeRefusal(event: ResultEvent): UnusableAnswer | undefined {
  if (event.stop_reason === 'refusal') {
    return failedAnswer('refused', 'The model refused the task.', eventText(event));
  }
  const isSilent = (event.result ?? '').trim() === '';
  return isSilent && event.permission_denials.length > 0
    ? failedAnswer('refused', 'Claude Code was denied what it wanted to do, and gave up.')
    : undefined;
}

function answerText({ structured_output: structured, result = '' }: ResultEvent): string {
  return structured === undefined ? result : JSON.stringify(structured);
}

function eventText({ errors, result = '' }: ResultEvent): string {
  return errors.length > 0 ? errors.join(' ') : result;
}

/** What Claude Code says it cost. Its `usage` may be of the last turn alone; the figures per model are of all. */
function claudeCost(event: ResultEvent | undefined): Cost {
  if (event?.total_cost_usd === undefined) return { usd: 0, source: 'none' };
  const used = Object.entries(event.modelUsage);
  const all = used.map(([, usage]) => usage);
  const dearest = used.toSorted(([, one], [, other]) => other.costUSD - one.costUSD)[0];
  return {
    usd: event.total_cost_usd,
    // A model that it does not know has the price of another.
    source: all.some(({ costBasis }) => costBasis === 'unknown') ? 'estimated' : 'reported',
    ...(dearest && { model: dearest[0] }),
    inputTokens: addUp(all.map(({ inputTokens }) => inputTokens)),
    cacheReadTokens: addUp(all.map(({ cacheReadInputTokens }) => cacheReadInputTokens)),
    cacheWriteTokens: addUp(all.map(({ cacheCreationInputTokens }) => cacheCreationInputTokens)),
    outputTokens: addUp(all.map(({ outputTokens }) => outputTokens)),
  };
}

function addUp(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
