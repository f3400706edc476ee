import { createCheckProgress } from '../../../../lib/cli/check/progress.ts';
import { aPlan } from '../runs.ts';
import { watchedScreen } from './watched-screen.ts';

/* Shows progress on its standard error and ends as its argument says. */

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
const screen = watchedScreen('ruff  0.1 s');
let now = 0;
const progress = createCheckProgress({
  output: screen.output,
  clock: { now: () => now },
  env: {},
  signal: controller.signal,
  everyMs: 20,
});
process.stdout.write('before\n');
progress.planned([aPlan('ruff'), aPlan('mypy')]);
progress.started(aPlan('ruff'));
now = 100;
await screen.painted(2);
ends[process.argv[2] ?? 'stop']?.();
process.stdout.write('after\n');
