import * as z from 'zod';
import { duration } from '../values.ts';

export const timeouts = z
  .strictObject({
    engine: duration().prefault('10m').describe('Longest run of one engine.'),
    step: duration().prefault('5m').describe('Longest step of a structured plan.'),
    attempt: duration().prefault('15m').describe('Longest attempt at one task.'),
    session: duration().prefault('30m').describe('Longest session, from launch to finish.'),
    staleCi: duration()
      .prefault('5m')
      .describe('How long after our push CI may stay as it was before a human is asked.'),
    settle: duration('0s')
      .prefault('30s')
      .describe('How long a new head rests before missing checks count as none.'),
    start: duration().prefault('5m').describe('How long a launched worker may take to report.'),
    lease: duration()
      .prefault('2m')
      .describe('How long a claim holds without a sign of life from its worker.'),
    waitingForUnknown: duration()
      .prefault('30m')
      .describe('How long an unknown CI state is waited for before a human is asked.'),
    waitingForChecks: duration()
      .prefault('2h')
      .describe('How long one check may run before a human is asked.'),
  })
  .prefault({})
  .describe('How long things may take.');
