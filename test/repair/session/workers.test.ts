import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { SessionEnd } from '#repair/session/end-session.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { anAttemptResult, runId, workerId } from '../../support/samples.ts';
import { repair, shellAgent } from './agents.ts';
import { bad, badFiles, sessionGround, type SessionGround } from './ground.ts';
import { lineEngine } from './line-engine.ts';
import { rebuilt, triesOf } from './seen.ts';

/** Writes down its start and its end, for each of its files. */
const marking = `
  for file; do echo "start $file" >> $MARKS/log; done
  sleep 0.05
  sed -i 's/BAD/good/; s/UGLY/nice/' "$@"
  for file; do echo "end $file" >> $MARKS/log; done
`;

/** Leaves to each engine what is its own. */
const ownWord = `[ $TOOL = bad ] && sed -i s/BAD/good/ "$@" || sed -i s/UGLY/nice/ "$@"`;

async function logOf({ marks }: SessionGround): Promise<readonly string[]> {
  return (await readFile(join(marks, 'log'), 'utf8')).trim().split('\n');
}

/** The most that were between their start and their end at once. */
function mostAtOnce(log: readonly string[]): number {
  let now = 0;
  return Math.max(0, ...log.map((line) => (now += line.startsWith('start') ? 1 : -1)));
}

describe('at once there are', () => {
  it('no more agents than places, though more workers wait', async () => {
    const settings = { maxWorkers: 4, maxAgents: 2 };
    const agents = [shellAgent(marking)];
    const ground = await sessionGround({ files: badFiles(6), agents, settings });
    const { summary } = await ground.run();
    expect(summary.outcome).toBe('green');
    expect(mostAtOnce(await logOf(ground))).toBe(2);
  });

  it('no more tasks in work than workers', async () => {
    const settings = { maxWorkers: 2, maxAgents: 6 };
    const agents = [shellAgent(marking)];
    const ground = await sessionGround({ files: badFiles(6), agents, settings });
    const log: string[] = [];
    const { summary } = await ground.run({
      watch: {
        attempt: ({ task }, stage) => {
          if (stage === 'copying') log.push(`start ${task.id}`);
        },
        ended: ({ task }) => log.push(`end ${task.id}`),
      },
    });
    expect(summary.outcome).toBe('green');
    expect(mostAtOnce(log)).toBe(2);
    expect(mostAtOnce(await logOf(ground))).toBeLessThanOrEqual(2);
  });

  it('never two tasks in work that own one file', async () => {
    const files = Object.fromEntries(
      Object.entries(badFiles(3)).map(([name, text]) => [name, `${text}UGLY\n`]),
    );
    const ground = await sessionGround({
      files,
      engines: [bad, lineEngine({ id: 'ugly', word: 'UGLY' })],
      agents: [shellAgent(marking.replace(/sed.*/, ownWord))],
      settings: { maxWorkers: 6, maxAgents: 6, checkpoint: { everyTasks: 1, everyMs: 600_000 } },
    });
    const { summary } = await ground.run();
    expect(summary.outcome).toBe('green');
    const log = await logOf(ground);
    expect(log.length).toBeGreaterThanOrEqual(12);
    for (const name of Object.keys(files)) {
      expect(mostAtOnce(log.filter((line) => line.endsWith(name)))).toBe(1);
    }
  });
});

/** Works until it is let go. */
const held = `
  while [ ! -e $MARKS/go ]; do sleep 0.01; done
  ${repair}
`;

interface Held {
  readonly ground: SessionGround;
  /** Moves the time so far, and lets everybody act on it. */
  readonly pass: (milliseconds: number) => Promise<void>;
  readonly letGo: () => Promise<void>;
  /** When the worker asks for its next task. */
  readonly putDown: Promise<void>;
  readonly ended: ReturnType<SessionGround['run']>;
  /** So much later than now. */
  readonly claimAsAnother: (later?: number) => ReturnType<SessionGround['store']['claimNextTask']>;
}

const leaseMs = 60_000;
const run = runId('run-1');

/** A session whose agent is at work on its only task. */
async function heldSession(): Promise<Held> {
  const ground = await sessionGround({ files: badFiles(1), agents: [shellAgent(held)] });
  const { store, marks } = ground;
  const clock = createManualClock();
  const [working, putDown] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let claims = 0;
  const ended = ground.run({
    deps: {
      clock,
      runs: {
        ...store,
        claimNextTask: async (request) => {
          claims += 1;
          const claim = await store.claimNextTask(request);
          if (claims > 1) putDown.resolve();
          return claim;
        },
      },
    },
    settings: { maxWorkers: 1, leaseMs },
    watch: { attempt: (_, stage) => stage === 'agent' && working.resolve() },
  });
  await Promise.race([working.promise, ended]);
  const another = { runId: run, worker: workerId('second'), leaseMs, claimers: 1 };
  return {
    ground,
    ended,
    pass: async (milliseconds) => {
      clock.advance(milliseconds);
      await sleep(5);
    },
    letGo: () => writeFile(join(marks, 'go'), ''),
    putDown: Promise.race([putDown.promise, ended.then(() => undefined)]),
    claimAsAnother: (later = 0) =>
      store.claimNextTask({ ...another, now: clock.now() + later, token: 'token-2' }),
  };
}

/** The other holder ends the task, and the session sees it. */
async function finishAsAnother({ ground, pass, ended }: Held): Promise<SessionEnd> {
  const [task] = await ground.store.listTasks(run);
  expect(task).toMatchObject({ status: 'running', lease: { worker: 'second', fence: 2 } });
  const result = anAttemptResult({ taskId: task?.id ?? '', attemptNo: 2, artifacts: [] });
  expect(await ground.store.finishAttempt(result)).toMatchObject({ kind: 'accepted' });
  for (;;) {
    const end = await Promise.race([ended, pass(1_000)]);
    if (end !== undefined) return end;
  }
}

describe('a lease', () => {
  it('is renewed for as long as an agent works', async () => {
    const { ground, pass, letGo, ended, claimAsAnother } = await heldSession();
    for (let third = 0; third < 12; third += 1) {
      await pass(leaseMs / 3);
      expect(await claimAsAnother()).toMatchObject({ kind: 'idle', remaining: 1 });
    }
    await letGo();
    expect((await ended).summary.outcome).toBe('green');
    expect(await triesOf(ground)).toEqual({
      'bad fix src/f0.txt': ['command succeeded', 'succeeded'],
    });
  });

  it('that was lost unnoticed lets nothing be integrated', async () => {
    const session = await heldSession();
    // As if this process had slept: it was not woken to renew anything.
    expect(await session.claimAsAnother(leaseMs + 1)).toMatchObject({ kind: 'claimed' });
    await session.letGo();
    await session.putDown;
    const { tree, summary } = await finishAsAnother(session);
    expect(tree).toBe(session.ground.start);
    expect(summary).toMatchObject({ outcome: 'unchanged' });
    expect(await rebuilt(session.ground)).toEqual({ tree, tasks: [], sequences: [] });
  });

  it('that was lost, and noticed, ends the attempt, and the task stays with who has it now', async () => {
    const session = await heldSession();
    expect(await session.claimAsAnother(leaseMs + 1)).toMatchObject({ kind: 'claimed' });
    await session.pass(leaseMs / 3);
    await session.putDown;
    expect(await finishAsAnother(session)).toMatchObject({ tree: session.ground.start });
    expect(await rebuilt(session.ground)).toMatchObject({ tasks: [] });
  });
});
