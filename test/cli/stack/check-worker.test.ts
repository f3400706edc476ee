import { describe, expect, it } from 'vitest';
import { stackMethods } from '#ratchet/rules/operators/operator-methods.ts';
import { checkWorker, newProbe } from '../../../lib/cli/stack/check-worker.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/** A stack that tells these things of its worker, the last of them for ever. */
function stackWhose(launched: unknown, states: readonly unknown[]) {
  let asked = 0;
  return {
    launchProbe: async () => stackMethods.launchProbe.response.parse(launched),
    worker: async () => {
      const state = states[Math.min(asked, states.length - 1)];
      asked += 1;
      return stackMethods.worker.response.parse(state);
    },
  };
}

async function check(launched: unknown, states: readonly unknown[] = []) {
  const clock = createManualClock();
  const sleep = async (milliseconds: number) => clock.advance(milliseconds);
  const deps = { clock: { now: () => clock.now(), sleep }, signal: new AbortController().signal };
  return checkWorker({ ...deps, client: stackWhose(launched, states) }, newProbe());
}

const launched = { kind: 'launched', taskRef: 'arn:task' };

describe('the check of a worker', () => {
  it('is well once the worker ended well', async () => {
    const stopped = { kind: 'stopped', reason: 'EssentialContainerExited', exitCode: 0 };
    expect(await check(launched, [{ kind: 'unknown' }, { kind: 'alive' }, stopped])).toEqual({
      name: 'worker',
      ok: true,
      told: 'It started, reached the broker and ended within 10 s.',
      todo: null,
    });
  });

  it.each([
    [
      { kind: 'stopped', reason: 'Essential', exitCode: 3 },
      /^It ended with exit code 3: Essential$/,
    ],
    [
      { kind: 'stopped', reason: 'CannotPullContainerError' },
      /^It ended without an exit code: Cannot/,
    ],
    [{ kind: 'alive' }, /^It did not end within five minutes\.$/],
  ])('is wrong where it is %j', async (state, told) => {
    const seen = await check(launched, [state]);
    expect(seen).toMatchObject({ ok: false, told: expect.stringMatching(told) });
    expect(seen.todo).toBeTruthy();
  });

  it('says why none was launched', async () => {
    const reason = 'ECS: Capacity is unavailable at this time.';
    const seen = await check({ kind: 'later', reason });
    expect(seen).toMatchObject({
      ok: false,
      told: reason,
      todo: expect.stringContaining('more Fargate capacity'),
    });
  });
});
