import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repair, shellAgent } from './agents.ts';
import { badFiles, sessionGround } from './ground.ts';
import { rebuilt, triesOf } from './seen.ts';

/** The second file takes as long as it is left. */
const slowWithOne = `
  case $1 in *f1.txt) while [ ! -e $MARKS/go ]; do sleep 0.01; done;; esac
  ${repair}
`;

it('a session that is stopped gives back what it works on, hands over nothing, and goes on later', async () => {
  const agents = [shellAgent(slowWithOne)];
  const ground = await sessionGround({ files: badFiles(3), agents });
  const { store, runId, marks, start } = ground;
  const stop = new AbortController();
  let accepted = 0;
  const { tree, summary } = await ground.run({
    stop: stop.signal,
    watch: {
      ended: () => {
        accepted += 1;
        if (accepted === 2) stop.abort();
      },
    },
  });
  expect(tree).toBe(start);
  expect(summary).toMatchObject({
    outcome: 'interrupted',
    sentence: 'Interrupted with 2 changes accepted; nothing was delivered.',
  });
  expect(summary.patch).toBeUndefined();
  const open = (await store.listTasks(runId)).filter(({ status }) => status !== 'succeeded');
  expect(open).toMatchObject([{ status: 'queued', failures: 0, leaseLosses: 0 }]);
  expect(open[0]?.lease).toBeUndefined();
  expect(open[0]?.targets.files).toEqual(['src/f1.txt']);

  await writeFile(join(marks, 'go'), '');
  const later = await ground.run({ name: 'second' });
  const undisturbed = await sessionGround({ files: badFiles(3) });
  expect(later.tree).toBe((await undisturbed.run()).tree);
  expect(later.summary).toMatchObject({ outcome: 'green', toRepair: { before: 3, after: 0 } });
  expect(await rebuilt(ground)).toMatchObject({ tree: later.tree, sequences: [1, 2, 3] });
  const tries = await triesOf(ground);
  expect(tries['bad fix src/f0.txt']).toEqual(['command succeeded', 'succeeded']);
  expect(tries['bad fix src/f1.txt']?.slice(-2)).toEqual(['command succeeded', 'succeeded']);
});

it('a session that is stopped before it began leaves all as it was', async () => {
  const ground = await sessionGround({ files: badFiles(1) });
  const { tree, summary } = await ground.run({ stop: AbortSignal.abort() });
  expect(tree).toBe(ground.start);
  expect(summary.outcome).toBe('interrupted');
  const later = await ground.run();
  expect(later.summary).toMatchObject({ outcome: 'green', toRepair: { before: 1, after: 0 } });
});
