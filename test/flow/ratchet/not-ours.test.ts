import { describe, expect, it } from 'vitest';
import type { Conclusion } from '../../support/github/model.ts';
import type { OwnGitHub } from '../../support/own-github.ts';
import { isBad } from './ci.ts';
import { ratchetGround, watching } from './ground.ts';

/** A check of every head, the base included, that says what the test has it say; the base is fine unless it is bad. */
function checksEverywhere(says: (sha: string) => { conclusion: Conclusion; log: string }) {
  return ({ shop }: OwnGitHub): void => {
    const base = shop.head('main');
    const check = (sha: string) => {
      const run = shop.startCheck({ sha, name: 'words' });
      const isFine = sha === base && !isBad(shop, sha);
      shop.completeCheck(run, { summary: 'Words', ...(isFine ? fine : says(sha)) });
    };
    check(base);
    shop.onHead(({ sha }) => check(sha));
    shop.onRerun((run) => shop.completeCheck(run, { conclusion: 'SUCCESS', log: 'fine\n' }));
  };
}

const down = (what: string) => ({ conclusion: 'FAILURE' as const, log: `${what}\n` });
const fine = { conclusion: 'SUCCESS' as const, log: 'fine\n' };

describe('a failure that no change of the branch would mend', () => {
  it('runs once more where a network failed, and nobody is launched', async () => {
    const ground = await ratchetGround({
      files: { 'src/b.txt': 'two\n' },
      ci: false,
      before: checksEverywhere(() => down('npm error network ECONNRESET')),
    });
    await ground.decided('GREEN');
    expect(await ground.milestones()).toEqual(['FLAKY', 'GREEN']);
    const workflows = [...ground.shop.repository.suites.values()].flat();
    const ofHead = workflows.filter(({ sha }) => sha === ground.pull.headSha);
    expect(ofHead.flatMap(({ runs }) => runs.map(({ conclusion }) => conclusion))).toEqual([
      'FAILURE',
      'SUCCESS',
    ]);
    expect([ground.begun(), ground.commits().length]).toEqual([[], 1]);
  });

  it('is waited for on the base, and the branch is brought up to date once that is mended', async () => {
    let shop: OwnGitHub['shop'] | undefined;
    const ground = await ratchetGround({
      base: { 'src/a.txt': 'BAD one\n' },
      files: { 'src/b.txt': 'two\n' },
      ci: false,
      before: (own) => {
        ({ shop } = own);
        const says = (sha: string) => (isBad(own.shop, sha) ? down(`${sha}: a word`) : fine);
        checksEverywhere(says)(own);
      },
    });
    const before = ground.pull.headSha;
    await ground.decided('BASE_BROKEN');
    await ground.lookAgain();
    expect(ground.pull.headSha).toBe(before);
    const mended = shop?.commit('main', { 'src/a.txt': 'one\n' }) ?? '';
    await ground.until('the base is believed', async () => {
      await ground.lookAgain();
      return (await ground.story()).includes('BRANCH_UPDATE');
    });
    await ground.decided('GREEN');
    expect(ground.commits()[0]?.parents).toEqual([before, mended]);
    expect(ground.begun()).toEqual([]);
    expect(await ground.state()).toMatchObject({ consecutiveFixupAttempts: 0, pushes: [] });
    expect(new Set(await ground.milestones())).toEqual(
      new Set(['BASE_BROKEN', 'BRANCH_UPDATE', 'GREEN']),
    );
  });

  it('is one incident where many pull requests show it, until its time is over', async () => {
    const first = await ratchetGround({
      files: { 'src/b.txt': 'two\n' },
      ci: false,
      config: { brake: { pullRequests: 2, window: '6s' }, flakes: { rerunOnce: false } },
      before: checksEverywhere(() => down('error: the registry has no shelf')),
    });
    first.order('decline');
    await first.told('CI_FAILED');
    const second = watching(first, first.openPull('other'));
    await second.decided('INCIDENT');
    expect((await second.story()).includes('CI_FAILED')).toBe(false);
    const braked = (await second.state())?.incident;
    await second.told('CI_FAILED');
    expect(Date.now()).toBeGreaterThanOrEqual(braked?.until ?? Infinity);
    await second.decided('PARKED');
    expect(second.begun()).toHaveLength(2);
  });
});

it('ends where a fixup takes back an earlier one: a person is asked, and nothing is pushed', async () => {
  const ground = await ratchetGround({
    files: { 'src/a.txt': 'that way\n' },
    ci: { verdict: () => 'FAILURE' },
  });
  ground.order('swing');
  const before = ground.pull.headSha;
  await ground.decided('PARKED');
  expect(ground.commits()).toMatchObject([{ parents: [before] }, { sha: before }]);
  expect(ground.read('src/a.txt')).toBe('this way\n');
  expect(ground.begun()).toEqual(['fix', 'fix']);
  const { lastSession, consecutiveFixupAttempts } = (await ground.state()) ?? {};
  expect(lastSession).toMatchObject({ outcome: 'no-push' });
  expect(lastSession?.reason).toContain('go round in circles');
  expect(consecutiveFixupAttempts).toBe(1);
  const broken = (await ground.transitions()).find(({ action }) => action === 'BREAK');
  expect(broken?.snapshot['details']).toEqual([expect.stringMatching(/^OSCILLATION: /)]);
  await ground.shown('A person is needed');
});
