import { describe, expect, it } from 'vitest';
import { capabilityOf, secretOf } from '../../support/broker.ts';
import { aNewTask, anAttemptResult, anAttemptStart, t0 } from '../../support/samples.ts';
import { openGround } from './ground.ts';
import { goodBodies, own } from './samples.ts';

const token = secretOf(own);

describe('what is measured of a worker', () => {
  it('is how long it took to start', async () => {
    const ground = await openGround();
    await ground.plant(own, 'launching');
    ground.clock.advance(45_000);
    await ground.post('start', {
      token: capabilityOf(own),
      body: { nonce: 'what this worker alone says' },
    });
    expect(ground.measured).toEqual([
      { name: 'worker_start', value: 45_000, dimensions: { kind: 'fixup' } },
    ]);
  });

  it.each([
    [{ exit: 3, broken: 2 }, [{ name: 'engine_errors', value: 2 }]],
    [{ exit: 0, broken: 0 }, []],
    [{ outcome: 'green' }, []],
    [{ broken: 1e9 }, []],
    [{ broken: 'many' }, []],
  ])('is what it cost and how many engines failed, once: %j', async (summary, errors) => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const body = { ...Object(goodBodies['finish']), summary };
    for (let time = 0; time < 2; time += 1) {
      expect((await ground.post('finish', { token, body })).status).toBe(200);
    }
    expect(ground.measured).toEqual([{ name: 'agents_usd', value: 0.5 }, ...errors]);
  });

  it('is each attempt by its outcome, and none that nobody took', async () => {
    const ground = await openGround();
    await ground.plant(own, 'running');
    const { runs } = ground;
    await runs.addTasks({ runId: own, batch: 'round-1', tasks: [aNewTask()], now: t0 });
    await ground.post('claim', { token, body: goodBodies['claim'] });
    await runs.createAttempt(anAttemptStart());
    const finish = (attemptNo: number) =>
      ground.post('finish-attempt', { token, body: anAttemptResult({ attemptNo }) });
    const answers = [await finish(1), await finish(2)];
    expect(answers.map(({ text }) => JSON.parse(text).told.kind)).toEqual(['accepted', 'stale']);
    expect(ground.measured).toEqual([
      { name: 'attempts', value: 1, dimensions: { outcome: 'succeeded' } },
    ]);
  });
});
