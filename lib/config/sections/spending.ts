import * as z from 'zod';
import { amount, dollarAmount, duration, trueOrFalse, wholeNumber } from '../values.ts';

export const budgets = z
  .strictObject({
    attemptUsd: dollarAmount().default(1).describe('Most dollars for one attempt.'),
    pullRequestUsd: dollarAmount()
      .default(5)
      .describe('Most dollars for one pull request, all attempts together.'),
    monthUsd: dollarAmount().default(100).describe('Most dollars for one installation in a month.'),
  })
  .prefault({})
  .describe('What agents may cost; none of them may exceed the next.');

const backoff = z
  .strictObject({
    initial: duration('0s').prefault('0s').describe('Pause before a rejected task is tried again.'),
    factor: amount(1, 10).default(2).describe('What each further pause is multiplied by.'),
    max: duration('0s').prefault('15m').describe('Longest pause; never more than a day.'),
  })
  .prefault({})
  .describe('Pauses between attempts at one task.');

export const retry = z
  .strictObject({
    fixups: wholeNumber(1, 100)
      .default(3)
      .describe('Pushed fixups in a row before a human is asked.'),
    maxAttempts: wholeNumber(1, 100).default(3).describe('Most attempts at one task.'),
    maxLeaseLosses: wholeNumber(0, 100)
      .default(3)
      .describe('Most times that a task may lose its worker before it is given up.'),
    maxRelaunches: wholeNumber(0, 100)
      .default(3)
      .describe('Most times that a crashed session is started again.'),
    backoff,
  })
  .prefault({})
  .describe('How often to try again.');

export const brake = z
  .strictObject({
    enabled: trueOrFalse()
      .default(true)
      .describe('Whether CI is not repaired while many pull requests fail in the same way.'),
    pullRequests: wholeNumber(1, 1000)
      .default(3)
      .describe('Pull requests with the same failure within the window that pull the brake.'),
    window: duration().prefault('1h').describe('How far back failures count.'),
  })
  .prefault({})
  .describe('The brake for a failure that many pull requests of a repository share.');
