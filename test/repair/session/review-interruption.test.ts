import { describe, expect, it } from 'vitest';
import { runId } from '../../support/samples.ts';
import { repair, shellAgent } from './agents.ts';
import { bad, badFiles, sessionGround, type SessionGround } from './ground.ts';
import { lineEngine } from './line-engine.ts';
import { usualSettings } from './settings.ts';

const odd = lineEngine({ id: 'odd', word: 'ODD' });
const retryPolicy = { ...usualSettings.retryPolicy, maxAttempts: 1 };

/** Its first change makes what another engine finds. */
const careless = `
  case "$1" in *f0.txt) echo ODD > src/new.txt;; esac
  sed -i s/BAD/good/ "$1"
`;

/** Stops a session as soon as all engines are to run on what it calls so. */
async function interruptedAt(ground: SessionGround, stage: string) {
  const stop = new AbortController();
  const watch = {
    collecting: (begun: string) => {
      if (begun === stage) stop.abort();
      return undefined;
    },
  };
  return ground.run({ stop: stop.signal, watch });
}

describe('a session that is interrupted while the engines run', () => {
  it('on the start, keeps nothing of what they had not found yet', async () => {
    const ground = await sessionGround({ files: badFiles(2) });
    const { summary } = await interruptedAt(ground, 'start');
    expect(summary.outcome).toBe('interrupted');
    expect((await ground.run({ name: 'second' })).summary.outcome).toBe('green');
    expect(await ground.store.listFindings(runId('run-1'), 'start')).toHaveLength(2);
  });

  it('on the end without a change that was taken out, takes no other change out', async () => {
    const plant = {
      files: badFiles(3),
      engines: [bad, odd],
      agents: [shellAgent(careless)],
      settings: { retryPolicy, maxWorkers: 1 },
    };
    const ground = await sessionGround(plant);
    const { summary } = await interruptedAt(ground, 'checkpoint-2');
    expect(summary).toMatchObject({ outcome: 'interrupted', dropped: [] });
    const resumed = await ground.run({ name: 'second' });
    expect(resumed.summary).toMatchObject({
      outcome: 'better',
      dropped: [{ because: 'new findings of odd: 1, was 0.' }],
      toRepair: { before: 3, after: 1 },
    });
  });
});

it('a session whose store breaks under one worker leaves no other at work', async () => {
  const slow = `case "$1" in *f0.txt) ${repair};; *) sleep 60;; esac`;
  const ground = await sessionGround({ files: badFiles(2), agents: [shellAgent(slow)] });
  const broken = ground.run({
    deps: {
      runs: {
        ...ground.store,
        recordAccepted: async () => {
          throw new Error('The disk is full.');
        },
      },
    },
  });
  await expect(broken).rejects.toThrow('The disk is full.');
  expect(await ground.store.listTasks(runId('run-1'))).toContainEqual(
    expect.objectContaining({
      status: 'queued',
      statusReason: 'It was interrupted while it was worked on.',
    }),
  );
});
