import { createSessionProgress } from '../../../../lib/cli/fix/progress.ts';
import { watchedScreen } from '../../check/programs/watched-screen.ts';
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
const screen = watchedScreen('agent  0.0 s');
const progress = createSessionProgress({
  output: screen.output,
  clock: { now: () => 0 },
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
await screen.painted(2);
ends[process.argv[2] ?? 'stop']?.();
process.stdout.write('after\n');
