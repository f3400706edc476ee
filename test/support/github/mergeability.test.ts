import { expect, it } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { tempFolder } from '../temp-folder.ts';
import type { WorldEvent } from './events.ts';
import { mergeabilityOf, mergeStateOf } from './mergeability.ts';
import { plantWorld } from './planted-world.ts';

async function planted(mergeabilityLagMs = 0) {
  const clock = createManualClock();
  const given = plantWorld({ root: await tempFolder(), clock, mergeabilityLagMs });
  given.hands.commit('feature', { 'src/a.ts': 'one\nTWO\nthree\n' });
  const pull = given.hands.openPull({ head: 'feature', title: 'Shout' });
  const state = async () => {
    await mergeStateOf(given.world, pull);
    return mergeStateOf(given.world, pull);
  };
  return { ...given, clock, pull, state };
}

it('is unknown until some time after the first question', async () => {
  const { world, clock, pull } = await planted(3000);
  const ask = async () => (await mergeabilityOf(world, pull)).mergeable;
  expect(await ask()).toBe('UNKNOWN');
  clock.advance(2999);
  expect(await ask()).toBe('UNKNOWN');
  clock.advance(1);
  expect(await ask()).toBe('MERGEABLE');
});

it('is unknown again once the base moved, and no event says so', async () => {
  const { world, hands, pull } = await planted();
  await mergeabilityOf(world, pull);
  const events: WorldEvent[] = [];
  world.on((event) => events.push(event));
  hands.commit('main', { 'src/a.ts': 'one\nzwei\nthree\n' });
  expect(events.map(({ type }) => type)).toEqual(['push']);
  expect(await mergeabilityOf(world, pull)).toEqual({ mergeable: 'UNKNOWN' });
  expect(await mergeabilityOf(world, pull)).toEqual({ mergeable: 'CONFLICTING' });
  expect(await mergeStateOf(world, pull)).toBe('DIRTY');
});

it('shows the merge as a commit of both', async () => {
  const { world, hands, pull } = await planted();
  hands.commit('main', { 'src/b.ts': 'bb\n' });
  await mergeabilityOf(world, pull);
  const { mergeSha = '' } = await mergeabilityOf(world, pull);
  const { git } = hands.repository;
  expect(git.ref('refs/pull/1/merge')).toBe(mergeSha);
  expect(git.commit(mergeSha)?.parents).toEqual([hands.head('main'), pull.headSha]);
  expect(hands.read('src/a.ts', mergeSha)).toBe('one\nTWO\nthree\n');
  expect(hands.read('src/b.ts', mergeSha)).toBe('bb\n');
});

it.each([
  ['another line of the same file', { 'src/a.ts': '1\none\ntwo\nthree\n' }, 'MERGEABLE'],
  ['the same line', { 'src/a.ts': 'one\n2\nthree\n' }, 'CONFLICTING'],
  ['a file that is gone', { 'src/a.ts': null }, 'CONFLICTING'],
  ['another name of the file', { 'src/a.ts': null, 'src/z.ts': 'one\ntwo\nthree\n' }, 'MERGEABLE'],
])('merges as git does: %s', async (_name, files, expected) => {
  const { world, hands, pull } = await planted();
  hands.commit('main', files);
  await mergeabilityOf(world, pull);
  expect((await mergeabilityOf(world, pull)).mergeable).toBe(expected);
});

it('names what stands in the way of a merge', async () => {
  const { hands, pull, state } = await planted();
  expect(await state()).toBe('CLEAN');
  const check = hands.startCheck({ sha: pull.headSha, name: 'test' });
  expect(await state()).toBe('UNSTABLE');
  hands.protect('main', {
    requiredChecks: [{ context: 'test' }],
    requiredReviews: 1,
    strict: true,
  });
  expect(await state()).toBe('BLOCKED');
  hands.completeCheck(check, { conclusion: 'SUCCESS' });
  hands.review(1, { login: 'rita', state: 'APPROVED' });
  expect(await state()).toBe('CLEAN');
  hands.commit('main', { 'src/b.ts': 'bb\n' });
  expect(await state()).toBe('BEHIND');
  hands.setDraft(1, true);
  expect(await state()).toBe('DRAFT');
  hands.closePull(1);
  expect(await state()).toBe('UNKNOWN');
});
