import * as z from 'zod';
import type { AgentAnswer, UnusableAnswer, AnswerReading } from '#repair/rules/answer/answer.ts';
import { eventsIn } from '#repair/rules/answer/events-in.ts';
import { exitFailure, failedAnswer, stoppedFailure } from '#repair/rules/answer/failure.ts';
import { readAnswer } from '#repair/rules/answer/read-answer.ts';
import type { AgentOutput } from '../contract.ts';

const resultEvent = z.object({
  type: z.literal('result'),
  is_error: z.boolean(),
  result: z.string().catch(''),
});

/** What Cursor answered. It tells neither tokens nor a price. */
export function readCursor(output: AgentOutput): AgentAnswer {
  return { ...readResult(output), cost: { usd: 0, source: 'none' } };
}

/** It sometimes goes on for ever after its result. */
export function isDone(stdout: string): boolean {
  return resultIn(stdout) !== undefined;
}

function resultIn(stdout: string): z.infer<typeof resultEvent> | undefined {
  return eventsIn(stdout, { types: ['result'], schema: resultEvent }).at(-1);
}

function readResult({ stdout, stderr, exit, request }: AgentOutput): AnswerReading {
  const event = resultIn(stdout);
  // However it was ended after that.
  if (event !== undefined) {
    return event.is_error
      ? failedAnswer('gave_up', 'Cursor failed.', event.result)
      : readAnswer(event.result, request);
  }
  return (
    stoppedFailure(exit) ??
    accountFailure(stderr) ??
    exitFailure(exit, stderr) ??
    (stdout.trim() === ''
      ? failedAnswer('no_output', 'Cursor ended without a word.', stderr)
      : failedAnswer('garbage', 'Cursor ended without a result line.', stdout))
  );
}

/** All that it says of a failure is on standard error. */
function accountFailure(stderr: string): UnusableAnswer | undefined {
  if (/\b(?:401|403)\b|unauthori[sz]ed|not (?:logged|signed) in|api key/i.test(stderr)) {
    return failedAnswer('auth', 'Cursor has no account that its provider accepts.', stderr);
  }
  if (/quota|usage limit/i.test(stderr)) {
    return failedAnswer('auth', 'The provider grants the account of Cursor no more calls.', stderr);
  }
  return /\b429\b|\b5\d\d\b/.test(stderr)
    ? failedAnswer('overloaded', 'Cursor did not reach its provider.', stderr)
    : undefined;
}
