import { describe, expect, it } from 'vitest';
import { runId } from '../../support/samples.ts';
import { repair, shellAgent } from './agents.ts';
import { badFiles, sessionGround, type SessionGround } from './ground.ts';

const run = runId('run-1');

async function costsOf({ store }: SessionGround): Promise<readonly (number | undefined)[]> {
  return (await store.listAttempts(run)).map(({ cost }) => cost?.usd);
}

/** One attempt of this agent is more than the budget allows. */
const dear = { usd: 1.2 };
const settings = { maxWorkers: 1, budgetUsd: 1 };

describe('what an attempt cost counts', () => {
  it('where it was interrupted, also for whoever goes on; and it is no failure', async () => {
    const agents = [shellAgent('sleep 60', dear)];
    const ground = await sessionGround({ files: badFiles(2), agents, settings });
    const stop = new AbortController();
    await ground.run({
      stop: stop.signal,
      watch: { attempt: (_, stage) => stage === 'agent' && stop.abort() },
    });
    expect(await costsOf(ground)).toEqual([1.2]);
    expect(await ground.store.listTasks(run)).toEqual([
      expect.objectContaining({ status: 'queued', failures: 0 }),
      expect.objectContaining({ status: 'queued', failures: 0 }),
    ]);
    await ground.run({ name: 'second' });
    expect(await costsOf(ground)).toEqual([1.2]);
  });

  it('where it broke off', async () => {
    const agents = [shellAgent(repair, dear)];
    const ground = await sessionGround({ files: badFiles(2), agents, settings });
    const { artifacts } = ground.deps;
    await ground.run({
      deps: {
        artifacts: {
          ...artifacts,
          put: (key, bytes) => {
            if (key.name.startsWith('attempts/')) throw new Error('No room is left.');
            return artifacts.put(key, bytes);
          },
        },
      },
    });
    expect(await costsOf(ground)).toEqual([1.2]);
  });
});
