import { expect, it } from 'vitest';
import { runCli } from '../../cli/commands/run-cli.ts';
import { type GroundOptions, ratchetGround } from './ground.ts';

const bad = { 'src/a.txt': 'one\nBAD two\nthree\n' };
const repaired = { 'src/a.txt': 'one\ngood two\nthree\n' };

type Files = Readonly<Record<string, string | null>>;

/** A pull request that was repaired once and is green, in the hands of its author. */
async function repairedGround(options: Partial<GroundOptions> = {}) {
  const ground = await ratchetGround({ files: bad, ...options });
  const before = ground.pull.headSha;
  await ground.decided('GREEN');
  const ours = ground.pull.headSha;
  expect(ground.commits()[0]?.parents[0]).toBe(before);
  return {
    ...ground,
    before,
    ours,
    /** Its author pushes; onto these parents: in place of what was there. */
    push: (files: Files, parents?: readonly string[]) =>
      ground.shop.commit('feature', files, { author: 'ann', ...(parents && { parents }) }),
    /** Waits until this is decided of this very head. */
    decidedOf: (sha: string, code: string) =>
      ground.until(`${code} is decided of ${sha}`, async () => {
        const { observation, lastDecision } = (await ground.state()) ?? {};
        return observation?.headSha === sha && lastDecision?.code === code;
      }),
  };
}

it('leaves alone what its author reverts, however often, and says so', async () => {
  const ground = await repairedGround();
  const first = ground.push(bad);
  await ground.decidedOf(first, 'TAKEN_BACK');
  const reason = `The push of ${first.slice(0, 12)} took back our fixup ${ground.ours.slice(0, 12)} in src/a.txt, so it is not done again.`;
  expect(await ground.state()).toMatchObject({ lastDecision: { needsHuman: true, reason } });
  await ground.shown('took back our fixup');
  const { runId = '' } = (await ground.state())?.pushes[0] ?? {};
  const { stdout } = await runCli(ground.home, ['show', runId]);
  expect(stdout).toContain(
    `It was pushed as ${ground.ours.slice(0, 12)}. ${first.slice(0, 12)} took it`,
  );
  await ground.shown('`/ratchet retry` to have the fixup done again');
  const more = ground.push({ 'src/c.txt': 'more work\n' });
  await ground.decidedOf(more, 'TAKEN_BACK');
  // Who took it back is told as before, so nothing new is told.
  expect(await ground.state()).toMatchObject({ lastDecision: { reason } });
  await ground.decidedOf(ground.push(repaired), 'GREEN');
  await ground.decidedOf(ground.push(bad), 'TAKEN_BACK');
  await ground.lookAgain();
  expect(ground.launched()).toHaveLength(1);
});

it.each([
  [
    'beside other work',
    { 'src/a.txt': '// ours\none\nBAD two\nthree\nfour\n', 'src/c.txt': 'more\n' },
  ],
  ['by hand, among other lines', { 'src/a.txt': 'one\nand\nBAD two\nmore\nthree\n' }],
])('leaves alone what its author takes back %s', async (_, files) => {
  const ground = await repairedGround();
  await ground.decidedOf(ground.push(files), 'TAKEN_BACK');
  await ground.lookAgain();
  expect(ground.launched()).toHaveLength(1);
});

it('leaves alone what its author pushes away, and takes a rebase for none of that', async () => {
  const ground = await repairedGround();
  const rebased = ground.push({ ...repaired, 'src/c.txt': 'rebased\n' }, [ground.before]);
  await ground.decidedOf(rebased, 'GREEN');
  const away = ground.push({ 'src/d.txt': 'amended\n' }, [ground.before]);
  await ground.decidedOf(away, 'TAKEN_BACK');
  await ground.lookAgain();
  expect(ground.launched()).toHaveLength(1);
  expect(ground.pull.headSha).toBe(away);
});

it('counts on where people only took back what was pushed', async () => {
  // Never green, which would begin anew by itself.
  const ground = await ratchetGround({ files: bad, ci: { verdict: () => 'FAILURE' } });
  ground.holdAgent();
  await ground.until('the agent works', () => ground.begun().length === 1);
  ground.ci.change({ starts: () => false });
  ground.letAgentGo();
  await ground.decided('STALE_CI');
  expect(await ground.state()).toMatchObject({ consecutiveFixupAttempts: 1 });
  ground.ci.change({ starts: () => true });
  ground.shop.commit('feature', bad, { author: 'ann' });
  await ground.decided('TAKEN_BACK');
  expect(await ground.state()).toMatchObject({ consecutiveFixupAttempts: 1 });
  ground.shop.commit('feature', { 'src/c.txt': 'work\n' }, { author: 'ann' });
  await ground.until('the counter begins anew', async () => {
    return (await ground.state())?.consecutiveFixupAttempts === 0;
  });
});

it('does it again once a person asks for that', async () => {
  const ground = await repairedGround();
  await ground.decidedOf(ground.push(bad), 'TAKEN_BACK');
  ground.shop.comment(1, 'ann', '/ratchet retry');
  await ground.told('GREEN', 2);
  expect(ground.launched()).toHaveLength(2);
  expect(ground.read('src/a.txt')).toBe(repaired['src/a.txt']);
  await ground.decidedOf(ground.push(bad), 'TAKEN_BACK');
  await ground.lookAgain();
  expect(ground.launched()).toHaveLength(2);
});

it('repairs another failed check, and leaves alone what was taken back', async () => {
  const ground = await repairedGround();
  await ground.decidedOf(ground.push(bad), 'TAKEN_BACK');
  ground.order('try');
  const head = ground.push({ 'src/c.txt': 'more work\n' });
  const check = ground.shop.startCheck({ sha: head, name: 'types' });
  ground.shop.completeCheck(check, { conclusion: 'FAILURE', log: 'error: a type is missing\n' });
  await ground.until('that is repaired', () => ground.pull.headSha !== head);
  expect(ground.launched()).toHaveLength(2);
  const { headSha } = ground.pull;
  await ground.decidedOf(headSha, 'TAKEN_BACK');
  expect(ground.commits()[0]).toMatchObject({
    parents: [head],
    message: expect.stringMatching(
      /^Repair what failed checks report\n\nChanged the code for 1 failed check\.\n\nDone:\n- Repair the failed check CI \/ types: src\/try-\d\.txt\n/,
    ),
  });
  expect(ground.read('src/a.txt')).toBe(bad['src/a.txt']);
});

it('addresses a review that comes after it', async () => {
  const ground = await repairedGround();
  const head = ground.push(bad);
  await ground.decidedOf(head, 'TAKEN_BACK');
  const remark = { path: 'src/kept.txt', line: 1, body: 'Say so.' };
  ground.shop.review(1, { login: 'ann', state: 'CHANGES_REQUESTED', threads: [remark] });
  await ground.until('it is addressed', () => ground.pull.headSha !== head);
  expect(ground.begun()).toEqual(['fix', 'address_review']);
  expect(ground.commits()[0]?.message).toMatch(
    /^Address a review in 1 file\n\nChanged the code for a review of 1 file\.\n\nDone:\n- Address a review comment on src\/kept\.txt\n/,
  );
  expect(ground.read('src/a.txt')).toBe(bad['src/a.txt']);
  await ground.decidedOf(ground.pull.headSha, 'TAKEN_BACK');
});

it('resolves no conflict again whose merge was pushed away, until it is merged by hand', async () => {
  const conflict = {
    files: { 'src/kept.txt': 'kept here\n' },
    meanwhile: { 'src/kept.txt': 'kept there\n' },
  };
  const ground = await repairedGround(conflict);
  const away = ground.push({ 'src/c.txt': 'more work\n' }, [ground.before]);
  await ground.decidedOf(away, 'TAKEN_BACK');
  await ground.lookAgain();
  expect(ground.launched()).toHaveLength(1);
  const files = { 'src/kept.txt': 'kept by hand\n' };
  await ground.decidedOf(ground.push(files, [away, ground.shop.head()]), 'GREEN');
  const base = ground.shop.commit('main', { 'src/kept.txt': 'kept elsewhere\n' });
  await ground.until('the next one is merged', () => {
    return ground.commits()[0]?.parents[1] === base;
  });
  expect(ground.launched()).toHaveLength(2);
});

it('does not repair again what its author took back of a merge that repaired more', async () => {
  const ground = await repairedGround({
    files: { ...bad, 'src/kept.txt': 'kept here\n' },
    meanwhile: { 'src/kept.txt': 'kept there\n' },
  });
  expect(ground.read('src/a.txt')).toBe(repaired['src/a.txt']);
  for (const text of ['once\n', 'twice\n', 'thrice\n']) {
    const head = ground.push({ ...bad, 'src/c.txt': text });
    await ground.decidedOf(head, 'PARKED');
    expect(ground.pull.headSha).toBe(head);
  }
});
