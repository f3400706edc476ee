import { describe, expect, it } from 'vitest';
import { ratchetGround } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\n' };

type Ground = Awaited<ReturnType<typeof ratchetGround>>;

/** Ends the worker that runs now, without a word. */
async function killWorker(ground: Ground): Promise<void> {
  await ground.until('a worker runs', () => ground.workers().length > 0);
  tell('SIGKILL', ground.workers());
}

function tell(signal: NodeJS.Signals, processes: readonly string[]): void {
  for (const one of processes) {
    try {
      process.kill(Number.parseInt(one, 10), signal);
    } catch {
      // It may have ended by itself meanwhile.
    }
  }
}

/** What came of it in the end. */
async function seenAfter(ground: Ground) {
  await ground.decided('GREEN');
  await ground.until('nobody works', () => ground.alive().length === 0);
  return {
    commits: ground.commits().length,
    text: ground.read('src/a.txt'),
    runs: new Set(ground.launched()).size,
    dead: await ground.dead(),
  };
}

/** One commit of one run, however many workers that took. */
const once = { commits: 2, text: 'one\ngood two\n', runs: 1, dead: [] };

describe('a worker that was killed', () => {
  it('before it could say anything: the same run begins once more', async () => {
    const ground = await ratchetGround({ files: bad });
    await killWorker(ground);
    expect(await seenAfter(ground)).toEqual(once);
  });

  it('while its agent worked: the same run goes on where it was', async () => {
    const ground = await ratchetGround({ files: bad });
    ground.holdAgent();
    await ground.until('the agent works', () => ground.begun().length === 1);
    await killWorker(ground);
    ground.letAgentGo();
    expect(await seenAfter(ground)).toEqual(once);
    expect(ground.launched()).toHaveLength(2);
    expect((await ground.state())?.consecutiveFixupAttempts).toBe(0);
  });

  it('after its last word: what it came to is pushed', async () => {
    const ground = await ratchetGround({ files: bad });
    ground.own.github.faults.routes.push({
      matches: (request) => {
        if (request.endsWith('/git/commits')) {
          for (const worker of ground.workers())
            process.kill(Number.parseInt(worker, 10), 'SIGKILL');
        }
        return false;
      },
      does: 'break',
    });
    expect(await seenAfter(ground)).toEqual(once);
    expect(ground.launched()).toHaveLength(1);
  });

  it('each time: a person is asked', async () => {
    const env = { RATCHETR_RETRY_MAX_RELAUNCHES: '0' };
    const ground = await ratchetGround({ files: bad, env });
    ground.holdAgent();
    const before = ground.pull.headSha;
    await ground.until('the agent works', () => ground.begun().length === 1);
    await killWorker(ground);
    await ground.decided('CRASHED');
    await ground.shown('A person is needed');
    expect(ground.pull.headSha).toBe(before);
    expect((await ground.state())?.session).toBeUndefined();
    ground.letAgentGo();
    ground.shop.comment(1, 'ann', '/ratchet retry');
    await ground.decided('GREEN');
    expect(ground.commits()).toHaveLength(2);
  });
});

it('a worker that hangs is stopped when its time is over, and that counts as an attempt', async () => {
  // None of these may be longer than the one before it.
  const longest = { START: '10s', SESSION: '5s', ATTEMPT: '5s', STEP: '5s', ENGINE: '5s' };
  const times = Object.entries({ ...longest, LEASE: '3s' });
  const env = Object.fromEntries(times.map(([what, at]) => [`RATCHETR_TIMEOUTS_${what}`, at]));
  const ground = await ratchetGround({ files: bad, env });
  ground.holdAgent();
  const before = ground.pull.headSha;
  await ground.until('the agent works', () => ground.begun().length === 1);
  const [run = ''] = ground.launched();
  tell('SIGSTOP', ground.workers());
  await ground.told('SESSION timed-out');
  await ground.until('nobody works for it', () => ground.aliveFor(run).length === 0);
  await ground.told('CI_FAILED', 2);
  const attempts = (await ground.factsAt('CI_FAILED')).map(({ attempts: made }) => made);
  expect(attempts.slice(0, 2)).toEqual([0, 1]);
  expect(ground.pull.headSha).toBe(before);
  const [completed] = ground.log.of('Fixup completed');
  expect(completed).toMatchObject({ sessionId: run, pushed: 'no', outcome: 'timed-out' });
});
