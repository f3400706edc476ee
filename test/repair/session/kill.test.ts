import { expect, it } from 'vitest';
import type { SessionStart } from '#repair/run-session.ts';
import { aNewTask } from '../../support/samples.ts';
import { bad, badFiles, type SessionGround, sessionGround } from './ground.ts';
import { shellAgent } from './agents.ts';
import { lineEngine } from './line-engine.ts';
import { type Mortal, mortalWorker } from './mortal.ts';
import { rebuilt } from './seen.ts';

const many = 30;

function plant(): Promise<SessionGround> {
  return sessionGround({
    files: { ...badFiles(1), 'src/both.txt': 'BAD one\n\n\nUGLY two\n' },
    engines: [bad, lineEngine({ id: 'ugly', word: 'UGLY' })],
    // Whoever applies a change twice is seen: each adds a line.
    agents: [
      shellAgent(`
        [ $TOOL = bad ] && sed -i s/BAD/good/ "$@" || sed -i s/UGLY/nice/ "$@"
        echo "$TOOL was here" >> "$1"
      `),
    ],
    settings: { checkpoint: { everyTasks: 2, everyMs: 600_000 } },
  });
}

/** A session of this ground whose worker dies there, if it comes so far. */
async function runUntil(
  ground: SessionGround,
  diesAt: Parameters<typeof mortalWorker>[1],
  begin: Partial<SessionStart> = {},
): Promise<Mortal> {
  const worker = mortalWorker(ground.deps, diesAt);
  try {
    await ground.run({ deps: worker.deps, begin });
  } catch (error) {
    if (!worker.isDead()) throw error;
  }
  await worker.bury();
  return worker;
}

/** As whoever takes a run up again: what the dead worker held is free. */
async function takeUp({ store, runId, run }: SessionGround, begin: Partial<SessionStart> = {}) {
  for (const { id: taskId, status } of await store.listTasks(runId)) {
    if (status !== 'running') continue;
    const change = { runId, taskId, now: Date.now(), reason: 'Its worker is gone.' };
    await store.updateTaskStatus({ ...change, from: ['running'], to: 'queued' });
  }
  return run({ name: 'second', begin });
}

it('a session whose worker dies anywhere is finished by another as if nothing had been', async () => {
  const whole = await plant();
  const undisturbed = await runUntil(whole, Infinity);
  const { tree, tasks } = await rebuilt(whole);
  expect(tasks).toHaveLength(3);
  const points = Array.from({ length: many }, (_, index) =>
    Math.floor((index * undisturbed.points()) / many),
  );
  let deaths = 0;
  const dieAt = async (point: number): Promise<void> => {
    const ground = await plant();
    const { isDead } = await runUntil(ground, point);
    if (isDead()) deaths += 1;
    const before = await ground.store.listAccepted(ground.runId);
    const end = await takeUp(ground);
    const made = await rebuilt(ground);
    expect({ point, outcome: end.summary.outcome, ...made }).toEqual({
      point,
      outcome: 'green',
      tree,
      tasks: expect.arrayContaining([...tasks]),
      sequences: [1, 2, 3],
    });
    expect(end.tree).toBe(tree);
    const after = await ground.store.listAccepted(ground.runId);
    expect(after.slice(0, before.length)).toEqual(before);
    const statuses = (await ground.store.listTasks(ground.runId)).map(({ status }) => status);
    expect(statuses).toEqual(Array(3).fill('succeeded'));
  };
  const lane = async (): Promise<void> => {
    for (let point = points.shift(); point !== undefined; point = points.shift()) {
      await dieAt(point);
    }
  };
  await Promise.all([lane(), lane(), lane()]);
  // How often the store is asked varies a little, so the last points may lie behind the end.
  expect(deaths).toBeGreaterThan(many / 2);
});

it('a change that was recorded is not made again, though no engine can see that it is there', async () => {
  const review = aNewTask({
    tool: 'review',
    taskType: 'address_review',
    targets: { files: ['src/f0.txt'], testIds: [], modules: [] },
    findingIds: [],
    validation: { commands: [], successCriteria: { requireExitCode0: false } },
  });
  const ground = await sessionGround({
    files: { 'src/f0.txt': 'good\n' },
    agents: [shellAgent(`echo "$TOOL was here" >> "$1"`)],
  });
  const begin = { beside: [review] };
  const { isDead } = await runUntil(ground, 'recordAccepted', begin);
  expect(isDead()).toBe(true);
  expect((await ground.store.listTasks(ground.runId)).map(({ status }) => status)).toEqual([
    'running',
  ]);
  const { tree, summary } = await takeUp(ground, begin);
  expect(summary.outcome).toBe('green');
  expect(await ground.filesOf(tree)).toMatchObject({
    'src/f0.txt': ['100644', 'good\nreview was here\n'],
  });
  expect(await rebuilt(ground)).toMatchObject({ tree, sequences: [1] });
});
