import { describe, expect, it } from 'vitest';
import { ForgeLater, ForgeRefusal, ForgeUnavailable } from '#github/errors.ts';
import { whenForgeAnswers } from '#local/up/when-forge-answers.ts';
import { recordingLog } from '../../support/recording-log.ts';
import { t0 } from '../../support/samples.ts';

/** Asks something that fails as told before it is answered; pauses are over at once and told of. */
async function asked(failures: readonly Error[], stopping = new AbortController()) {
  const pauses: number[] = [];
  const log = recordingLog();
  const clock = {
    now: () => t0,
    sleep: async (ms: number) => {
      pauses.push(ms);
      if (pauses.length > failures.length) throw new Error('Slept in vain');
    },
  };
  const left = [...failures];
  const ask = async (): Promise<string> => {
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return 'answered';
  };
  const answer = await whenForgeAnswers({ clock, log }, stopping.signal, ask);
  return { answer, pauses, said: log.of('GitHub does not answer yet') };
}

describe('a forge that cannot be asked at the start', () => {
  it('is asked again until it answers, and no sooner than it wants to be', async () => {
    const down = new ForgeUnavailable('GitHub did not answer GET /; it is asked again later');
    const limited = new ForgeLater(t0 + 60_000, 'its limit is used up');
    const { answer, pauses, said } = await asked([down, limited, down]);
    expect(answer).toBe('answered');
    expect(pauses).toEqual([15_000, 60_000, 15_000]);
    expect(said[0]).toMatchObject({ reason: 'GitHub did not answer GET /', againIn: 15 });
  });

  it('is not asked again where it refuses, or where we are told to stop', async () => {
    const refusal = new ForgeRefusal(401, 'No');
    await expect(asked([refusal])).rejects.toBe(refusal);
    const stopped = new AbortController();
    stopped.abort();
    expect((await asked([], stopped)).answer).toBeUndefined();
  });
});
