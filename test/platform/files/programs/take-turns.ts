import { appendFileSync } from 'node:fs';
import { setImmediate as next } from 'node:timers/promises';
import { createTestTurns } from '#platform/files/test-turns.ts';

/** Takes turns in a folder and writes down when each begins and ends; with `keep`, never gives back the first. */
const [place = '', folder = '', notes = '', times = '1', keep = ''] = process.argv.slice(2);
const turns = createTestTurns(place);
for (let count = 0; count < Number(times); count += 1) {
  const onWait = (other: number): void =>
    appendFileSync(notes, `wait ${process.pid} for ${other}\n`);
  const turn = await turns.take({ folder, longestMs: 600_000, onWait });
  appendFileSync(notes, `begin ${process.pid}\n`);
  if (keep !== '') {
    process.stdout.write('taken\n');
    setInterval(() => {}, 60_000);
    await new Promise(() => {});
  }
  for (let round = 0; round < 20; round += 1) await next();
  appendFileSync(notes, `end ${process.pid}\n`);
  await turn.release();
}
