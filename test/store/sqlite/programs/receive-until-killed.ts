import { systemClock } from '#platform/system/clock.ts';
import { openQueue } from '../queues.ts';

/* Takes messages, does some of them, and holds four for ever. */

const { queue } = openQueue(process.argv[2] ?? '', systemClock, {
  concurrency: 4,
  visibilityMs: 150,
  pollMs: 5,
});

let came = 0;
let held = 0;
await queue.receive(async (message) => {
  came += 1;
  if (came % 2 === 0) {
    process.stdout.write(`${JSON.stringify(message)}\n`);
    return 'done';
  }
  held += 1;
  process.stdout.write(`holds ${held}\n`);
  return Promise.withResolvers<never>().promise;
}, new AbortController().signal);
