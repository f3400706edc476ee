import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from '#platform/system/clock.ts';
import { createSessionProgress } from '../../../../lib/cli/fix/progress.ts';
import { aPlan } from '../../check/runs.ts';
import { anAttemptAt } from '../attempts.ts';

/* Shows a session on its standard error and ends as its argument says. */

const ends: Readonly<Record<string, () => unknown>> = {
  stop: () => progress.stop(),
  exit: () => process.exit(7),
  bug: () => {
    throw new Error('a bug');
  },
  'told-bug': () => {
    process.on('uncaughtException', ({ message }) => {
      process.stderr.write(`told: ${message}\n`);
      process.exit(3);
    });
    throw new Error('a bug');
  },
  abort: () => controller.abort(),
};

const controller = new AbortController();
const progress = createSessionProgress({
  output: process.stderr,
  clock: systemClock,
  env: {},
  signal: controller.signal,
  everyMs: 20,
});
process.stdout.write('before\n');
const engines = progress.collecting('start');
engines?.planned([aPlan('ruff')]);
engines?.started(aPlan('ruff'));
progress.planned([anAttemptAt('cart').task]);
progress.attempt(anAttemptAt('cart'), 'agent');
await delay(200);
ends[process.argv[2] ?? 'stop']?.();
process.stdout.write('after\n');
