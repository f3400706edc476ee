import { readdirSync, utimesSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eventually } from '../harness.ts';
import { launchOf, makePlace, type Place, refOf, wait } from '../workers.ts';

const day = 86_400_000;

/** Makes everything that lies in the folder so old. */
function age({ cwd }: Place, of: string, days: number): void {
  const folder = join(cwd, 'workers');
  const at = new Date(Date.now() - days * day);
  for (const name of readdirSync(folder)) {
    if (name.startsWith(of)) utimesSync(join(folder, name), at, at);
  }
}

const left = ({ cwd }: Place): readonly string[] => readdirSync(join(cwd, 'workers')).toSorted();

it('removes what workers left that ended long ago, and nothing else', async () => {
  const place = await makePlace();
  const workers = place.launcher('exit 3');
  for (const run of ['run-1', 'run-2']) {
    await workers.launch(launchOf(1, run));
    // The last that it writes.
    await eventually(() => left(place).includes(`${run}-1.exit`) || undefined);
  }
  await writeFile(join(place.cwd, 'workers/run-1-1.claim.4711'), '');
  age(place, 'run-1', 8);
  age(place, 'run-2', 6);
  const kept = left(place).filter((name) => name.startsWith('run-2'));
  expect(await workers.prune(Date.now() - 7 * day)).toBe(1);
  expect(left(place)).toEqual(kept);
  expect(kept).toEqual(['run-2-1.claim', 'run-2-1.exit', 'run-2-1.log']);
});

it('leaves a worker alone that still works, however long', async () => {
  const place = await makePlace();
  const workers = place.launcher(wait);
  const taskRef = refOf(await workers.launch(launchOf(1)));
  age(place, 'run-1', 30);
  expect(await workers.prune(Date.now() - 7 * day)).toBe(0);
  expect((await workers.describe([taskRef])).get(taskRef)).toEqual({ kind: 'alive' });
  await workers.stop(taskRef, 'it was seen');
  age(place, 'run-1', 30);
  expect(await workers.prune(Date.now() - 7 * day)).toBe(1);
  expect(left(place)).toEqual([]);
});

it('has nothing to remove where nothing was ever launched', async () => {
  const place = await makePlace();
  expect(await place.launcher('').prune(Date.now())).toBe(0);
});
