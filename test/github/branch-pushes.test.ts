import { describe, expect, it } from 'vitest';
import { createForge } from '#github/forge.ts';
import { orRefused } from '#github/publish-refusals.ts';
import { githubGround, pullRequestOf, silentMetrics } from './ground.ts';

async function forked() {
  const ground = await githubGround();
  const { hands, clock, github, log, client } = ground;
  const fork = hands.fork('mallory');
  const first = fork.commit('fix', { 'a.py': 'a = 1\n' }, { author: 'mallory' });
  const pull = hands.openPull({
    head: 'fix',
    title: 'Fix',
    author: 'mallory',
    fromFork: 'mallory',
  });
  const forge = createForge({ clock, log, metrics: silentMetrics }, client);
  return { ...ground, fork, first, forge, pull, pullRequest: pullRequestOf(pull, github) };
}

const branch = { repository: 'mallory/shop', ref: 'fix' };

describe('pushes to a branch', () => {
  it('are told with who pushed and when, the newest first', async () => {
    const { fork, forge, clock, first, pullRequest } = await forked();
    const began = Math.floor(clock.now() / 1_000) * 1_000;
    clock.advance(60_000);
    fork.commit('other', { 'b.py': 'b = 1\n' });
    const second = fork.commit('fix', { 'a.py': 'a = 2\n' }, { author: 'ann' });
    expect(await forge.pushesOf(pullRequest, branch)).toEqual([
      { by: 'ann', at: began + 60_000, after: second },
      { by: 'mallory', at: began, after: first },
    ]);
  });

  it('by programs name no person, and to delete a branch is no push', async () => {
    const { fork, forge, github, pullRequest } = await forked();
    github.world.account('robot[bot]', 'Bot');
    fork.deleteBranch('fix');
    const after = fork.commit('fix', { 'a.py': 'a = 3\n' }, { author: 'robot[bot]' });
    const [newest, ...others] = (await forge.pushesOf(pullRequest, branch)) ?? [];
    expect(newest).toMatchObject({ by: null, after });
    expect(others).toHaveLength(1);
  });

  it('may be hidden, which is no outage', async () => {
    const { forge, hands, pullRequest, github } = await forked();
    hands.deleteFork('mallory');
    expect(await forge.pushesOf(pullRequest, branch)).toBeUndefined();
    github.faults.down = '502';
    await expect(forge.pushesOf(pullRequest, branch)).rejects.toThrow('502');
  });
});

describe('a look', () => {
  it('tells who put which label on, programs apart', async () => {
    const { forge, hands, pull, pullRequest, github } = await forked();
    github.world.account('labeler', 'Bot');
    hands.label(pull.number, 'ratchet', 'ann');
    hands.label(pull.number, 'size', 'labeler');
    const [reading] = await forge.look(pullRequest, [{ pullRequest }]);
    if (reading?.kind !== 'seen') throw new Error('It was not seen');
    const { labelled = [] } = reading.facts;
    expect(labelled.map(({ name, by }) => [name, by])).toEqual([
      ['ratchet', 'ann'],
      ['size', null],
    ]);
  });

  it('sees shortly that the repository was archived, and GitHub takes nothing there any more', async () => {
    const { forge, hands, pullRequest, first } = await forked();
    const [before] = await forge.look(pullRequest, [{ pullRequest }]);
    if (before?.kind !== 'seen') throw new Error('It was not seen');
    const { light, facts } = before;
    expect(facts.archived).toBe(false);
    hands.archive();
    const [after] = await forge.look(pullRequest, [{ pullRequest, light }]);
    expect(after).toMatchObject({ kind: 'seen', facts: { archived: true } });
    const start = () =>
      forge.startCheck(pullRequest, { headSha: facts.headSha, externalId: first });
    await expect(start()).rejects.toThrow('archived');
    const refused = await orRefused(async () => {
      await start();
      return undefined;
    });
    expect(refused).toMatchObject({ code: 'ARCHIVED' });
  });
});
