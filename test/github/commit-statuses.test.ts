import { beforeEach, describe, expect, it } from 'vitest';
import type { CheckRunReport } from '#ratchet/needs/forge.ts';
import { reportOf, type Speaking, speaking } from './speaking.ts';

let on: Speaking;

beforeEach(async () => {
  on = await speaking();
});

const statuses = () =>
  (on.hands.repository.statuses.get(on.check.headSha) ?? []).map(
    ({ context, state, description }) => [context, state, description],
  );

describe('our commit status, where only a plain token is at hand', () => {
  it('stands in for the GitHub check run', async () => {
    const writing = on.asToken();
    await writing.startCheck(on.at, on.check);
    await writing.startCheck(on.at, on.check);
    await writing.completeCheck(on.at, on.check, reportOf(2, { title: 'Two findings' }));
    await writing.completeCheck(on.at, on.check, reportOf(2, { title: 'Two findings' }));
    await writing.startCheck(on.at, on.check);
    expect(statuses()).toEqual([
      ['ratchetr', 'PENDING', 'Checking this head (run-1)'],
      ['ratchetr', 'FAILURE', 'Two findings (run-1)'],
    ]);
    expect(on.hands.repository.suites.size).toBe(0);
  });

  it('is left to a later run of the same head, once it has begun', async () => {
    const writing = on.asToken();
    await writing.startCheck(on.at, on.check);
    await writing.startCheck(on.at, { ...on.check, externalId: 'run-2' });
    await writing.completeCheck(on.at, on.check, reportOf(0, { conclusion: 'cancelled' }));
    expect(statuses().map(([, state, description]) => [state, description])).toEqual([
      ['PENDING', 'Checking this head (run-1)'],
      ['PENDING', 'Checking this head (run-2)'],
    ]);
  });

  it('is none that somebody else set with our name and our run', async () => {
    const writing = on.asToken();
    const { headSha: sha } = on.check;
    const description = 'No findings (run-1)';
    on.hands.status({ sha, context: 'ratchetr', state: 'FAILURE', creator: 'mia', description });
    await writing.startCheck(on.at, on.check);
    await writing.completeCheck(on.at, on.check, reportOf(2, { title: 'Two findings' }));
    expect(statuses().slice(1)).toEqual([
      ['ratchetr', 'PENDING', 'Checking this head (run-1)'],
      ['ratchetr', 'FAILURE', 'Two findings (run-1)'],
    ]);
  });

  it.each<[CheckRunReport['conclusion'], string]>([
    ['success', 'SUCCESS'],
    ['failure', 'FAILURE'],
    ['cancelled', 'ERROR'],
    ['timed_out', 'ERROR'],
  ])('says %s as %s, in 140 characters', async (conclusion, state) => {
    const title = 'A title that is very long. '.repeat(20);
    await on.asToken().completeCheck(on.at, on.check, reportOf(0, { conclusion, title }));
    const [[, told, description] = []] = statuses();
    expect(told).toBe(state);
    expect(description).toMatch(/… \(run-1\)$/);
    expect(description).toHaveLength(140);
  });
});
