import { expect, it } from 'vitest';
import { createFileReader } from '#github/commits.ts';
import { githubGround, shaOf } from './ground.ts';

it.each([
  ['it is binary', 'a\0b'],
  ['it is not UTF-8', 'a\uFFFDb'],
  ['it is longer than GitHub gives out as a text', 'a'.repeat(600_000)],
])('a committed file that is no text says so: %s', async (unreadable, text) => {
  const { hands, github, client, clock } = await githubGround();
  const host = new URL(github.url).host;
  const repositoryId = String(hands.repository.id);
  const repository = { host, repositoryId, owner: 'acme', name: 'shop' };
  const commit = shaOf(hands.commit('main', { 'ratchetr.yaml': text }));
  const read = createFileReader(client, clock);
  expect(await read(repository, commit, 'ratchetr.yaml')).toEqual({ unreadable });
});
