import { describe, expect, it } from 'vitest';
import type { Conclusion } from '../../support/github/model.ts';
import { decideGround, type Ground, minute } from './ground.ts';

const network = 'npm error network request failed: ECONNRESET\n';
const same = 'src/total.py:3: error: Name "price" is not defined\n';

/** Continuous integration that answers every run of a check at once. */
function answering({ hands }: Ground, answer: () => { conclusion: Conclusion; log: string }): void {
  hands.onRerun((run) => hands.completeCheck(run, { summary: 'It ran.', ...answer() }));
}

describe('a check that failed unreliably', () => {
  it('runs once more before an agent sees it, and only once for a head', async () => {
    const ground = await decideGround();
    let runs = 0;
    answering(ground, () => ({ conclusion: 'FAILURE', log: `${network}${(runs += 1)}` }));
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE', { log: network });
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('FLAKY');
    expect(runs).toBe(1);
    expect(ground.launcher.launches).toEqual([]);
    expect(ground.log.of('Checks run once more')).toEqual([{ workspaceId: id, checks: ['tests'] }]);
    await ground.pass(2 * minute);
    expect(await ground.story(id)).toContain('CI_FAILED');
    expect([runs, ground.launcher.launches.length]).toEqual([1, 1]);
    const moved = ground.hands.commit('fix', { 'src/fix.py': 'new = 3\n' }, { author: 'ann' });
    ground.check(moved, 'FAILURE', { log: network });
    await ground.look(id);
    expect(await ground.look(id)).toBe('FLAKY');
    expect(runs).toBe(2);
  });

  it('needs nobody where it passes then', async () => {
    const ground = await decideGround();
    answering(ground, () => ({ conclusion: 'SUCCESS', log: 'fine\n' }));
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE', { log: network });
    const id = await ground.watch(pull);
    await ground.look(id);
    await ground.look(id);
    await ground.pass(minute);
    expect(await ground.code(id)).toBe('GREEN');
    expect(ground.launcher.launches).toEqual([]);
    expect(await ground.state(id)).toMatchObject({ consecutiveFixupAttempts: 0 });
  });

  it('is fixed at once where that is not wanted', async () => {
    const ground = await decideGround({
      config: { flakes: { rerunOnce: false }, policy: { checkHeads: false } },
    });
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE', { log: network });
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('CI_FAILED');
  });
});

describe('a base that is broken', () => {
  it('is waited for, and once it is mended the branch is brought up to date and green without any session', async () => {
    const ground = await decideGround();
    const { hands } = ground;
    const broken = hands.commit('main', { 'src/total.py': 'total = price\n' });
    ground.check(broken, 'FAILURE');
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull, { consecutiveFixupAttempts: 2, enabled: true });
    expect(await ground.look(id)).toBe('BASE_BROKEN');
    const mended = hands.commit('main', { 'src/total.py': 'total = 1\n' });
    ground.check(mended, 'SUCCESS');
    const before = pull.headSha;
    expect(await ground.look(id)).toBe('BRANCH_UPDATE');
    expect(pull.headSha).not.toBe(before);
    expect(hands.repository.git.commit(pull.headSha)?.parents).toEqual([before, mended]);
    await ground.look(id);
    expect(await ground.state(id)).toMatchObject({ consecutiveFixupAttempts: 2 });
    ground.check(pull.headSha, 'SUCCESS');
    await ground.look(id);
    await ground.pass(minute);
    expect(await ground.code(id)).toBe('GREEN');
    expect(ground.launcher.launches).toEqual([]);
    const decisive = (await ground.story(id)).filter((code) => code !== 'UNSETTLED');
    expect(decisive).toEqual(['BASE_BROKEN', 'BRANCH_UPDATE', 'GREEN']);
  });

  it('is believed mended only once its new tip was checked, or nobody ever checks that', async () => {
    const ground = await decideGround();
    const { hands } = ground;
    ground.check(hands.head('main'), 'FAILURE');
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull);
    await ground.look(id);
    const before = pull.headSha;
    const tip = hands.commit('main', { 'src/total.py': 'total = cost\n' });
    expect(await ground.look(id)).toBe('BASE_BROKEN');
    const run = hands.startCheck({ sha: tip, name: 'tests' });
    await ground.pass(3 * minute);
    expect(await ground.code(id)).toBe('BASE_BROKEN');
    hands.completeCheck(run, { conclusion: 'FAILURE', log: same });
    await ground.pass(3 * minute);
    expect((await ground.state(id)).observation?.ci.onBase).toHaveLength(1);
    hands.commit('main', { 'README.md': 'Nobody checks what is written here.\n' });
    expect(await ground.look(id)).toBe('BASE_BROKEN');
    expect([pull.headSha, ground.launcher.launches]).toEqual([before, []]);
    for (let minutes = 0; minutes <= 30; minutes += 10) await ground.pass(10 * minute);
    expect(await ground.story(id)).toContain('BRANCH_UPDATE');
    expect(pull.headSha).not.toBe(before);
  });

  it('is broken until all of it is mended', async () => {
    const ground = await decideGround();
    const { hands } = ground;
    const pull = ground.open('fix');
    for (const name of ['lint', 'tests']) {
      ground.check(hands.head('main'), 'FAILURE', { name });
      ground.check(pull.headSha, 'FAILURE', { name });
    }
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('BASE_BROKEN');
    const tip = hands.commit('main', { 'src/total.py': 'total = 1\n' });
    ground.check(tip, 'SUCCESS', { name: 'lint' });
    ground.check(tip, 'FAILURE', { name: 'tests' });
    expect(await ground.look(id)).toBe('BASE_BROKEN');
    expect(ground.launcher.launches).toEqual([]);
  });

  it('excuses no failure of the branch itself', async () => {
    const ground = await decideGround();
    ground.check(ground.hands.head('main'), 'FAILURE', { name: 'lint' });
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE', { name: 'lint' });
    ground.check(pull.headSha, 'FAILURE', { name: 'tests' });
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('is only waited for where the branch is not to be updated', async () => {
    const config = { branch: { updateFromBase: false }, policy: { checkHeads: false } };
    const ground = await decideGround({ config });
    ground.check(ground.hands.head('main'), 'FAILURE');
    const pull = ground.open('fix');
    ground.check(pull.headSha, 'FAILURE');
    const id = await ground.watch(pull);
    expect(await ground.look(id)).toBe('BASE_BROKEN');
    ground.check(ground.hands.commit('main', { 'src/total.py': 'total = 5\n' }), 'SUCCESS');
    expect(await ground.look(id)).toBe('CI_FAILED');
  });
});

async function failing(ground: Ground, heads: readonly string[], logOf: (head: string) => string) {
  const ids = [];
  for (const head of heads) {
    const pull = ground.open(head);
    ground.check(pull.headSha, 'FAILURE', { log: logOf(head) });
    ids.push(await ground.watch(pull));
  }
  return ids;
}

describe('a failure of many pull requests', () => {
  it('is one incident: nobody is launched while it lasts, and work goes on by itself', async () => {
    const ground = await decideGround();
    const ids = await failing(ground, ['one', 'two', 'three', 'four'], () => same);
    const codes = [];
    for (const id of ids) codes.push(await ground.look(id));
    expect(codes).toEqual(['CI_FAILED', 'CI_FAILED', 'INCIDENT', 'INCIDENT']);
    const launched = ground.launcher.launches.length;
    expect(launched).toBe(2);
    const [, , third] = ids;
    if (third === undefined) throw new Error('There is no third');
    expect(await ground.state(third)).toMatchObject({ lastDecision: { needsHuman: false } });
    const { incident } = await ground.state(third);
    await ground.pass(30 * minute);
    expect(await ground.code(third)).toBe('INCIDENT');
    expect(ground.launcher.launches.filter(({ workspaceId }) => workspaceId === third)).toEqual([]);
    await ground.pass((incident?.until ?? 0) - ground.clock.now() + 1_000);
    expect(await ground.code(third)).toBe('CI_FAILED');
    expect(
      ground.launcher.launches.filter(({ workspaceId }) => workspaceId === third),
    ).toHaveLength(1);
  });

  it('holds up nothing else: who fails otherwise meanwhile is repaired', async () => {
    const ground = await decideGround();
    const ids = await failing(ground, ['one', 'two', 'three'], () => same);
    for (const id of ids) await ground.look(id);
    const third = ids.at(-1);
    if (third === undefined) throw new Error('There is no third');
    expect(await ground.code(third)).toBe('INCIDENT');
    const push = (text: string) =>
      ground.hands.commit('three', { 'a.py': text }, { author: 'ann' });
    ground.check(push('1\n'), 'FAILURE', { log: same });
    expect(await ground.look(third)).toBe('INCIDENT');
    ground.check(push('2\n'), 'FAILURE', { log: 'src/a.py:1: error: no module "shelf"\n' });
    expect(await ground.look(third)).toBe('CI_FAILED');
  });

  it('is none where one check fails with different errors', async () => {
    const ground = await decideGround();
    const ids = await failing(
      ground,
      ['one', 'two', 'three', 'four'],
      (head) => `src/${head}.py:1: error: Name "${head}" is not defined\n`,
    );
    for (const id of ids) expect(await ground.look(id)).toBe('CI_FAILED');
  });

  it('stops nobody where the brake is off', async () => {
    const config = { brake: { enabled: false }, policy: { checkHeads: false } };
    const ground = await decideGround({ config });
    const ids = await failing(ground, ['one', 'two', 'three', 'four'], () => same);
    for (const id of ids) expect(await ground.look(id)).toBe('CI_FAILED');
  });
});
