import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startGitHub } from '../support/github/server.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { jobsOf } from './jobs.ts';
import { openReviewedPull, readStage } from './sample.ts';
import { createTimeline } from './timeline.ts';
import { gatherTools } from './tools.ts';
import { verify } from './verify.ts';

it('finds everything wrong with a pull request that nobody has repaired', async () => {
  const folder = await tempFolder();
  const root = join(folder, 'github');
  await mkdir(root);
  const github = await startGitHub({ root });
  onTestFinished(() => github.close());
  const tools = await gatherTools(folder);
  const halves = { python: tools.python !== undefined };
  const shop = github.repository('acme/shop', { collaborators: { rita: 'write' } });
  shop.commit('main', await readStage('base', halves));
  const pull = openReviewedPull(shop, await readStage('feature', halves));
  shop.commit('main', await readStage('main', halves));
  let shown = '';
  const screen = { write: (text: string) => (shown += text), color: false };
  const timeline = createTimeline(screen, () => 0);
  const { signal } = new AbortController();
  const before = pull.headSha;
  const wrong = await verify({ github, pull, before, tools, folder, timeline, signal });
  expect(wrong.map((what) => what.split(':')[0])).toEqual([
    ...jobsOf(tools).map(({ name }) => name),
    'it merges into main without a conflict',
    'the conflict was resolved by a commit with two parents',
    'the review comment is answered',
    'what it asks for is in src/gift-cards.ts',
  ]);
  expect(shown).toContain('README.md does not say what src/gift-cards.ts is for');
});

it('finds nothing wrong with the jobs of the base branch, nor a push by force', async () => {
  const folder = await tempFolder();
  const root = join(folder, 'github');
  await mkdir(root);
  const github = await startGitHub({ root });
  onTestFinished(() => github.close());
  const tools = await gatherTools(folder);
  const halves = { python: tools.python !== undefined };
  const shop = github.repository('acme/shop');
  shop.commit('main', {
    ...(await readStage('base', halves)),
    ...(await readStage('main', halves)),
  });
  shop.commit('other', { 'notes.txt': 'n\n' });
  const pull = shop.openPull({ head: 'other', title: 'Take notes' });
  const timeline = createTimeline({ write: () => undefined, color: false }, () => 0);
  const { signal } = new AbortController();
  const forced = shop.commit('elsewhere', { 'other.txt': 'o\n' });
  const wanted = { github, pull, tools, timeline, signal };
  expect(await verify({ ...wanted, folder, before: pull.headSha })).toEqual([
    'the conflict was resolved by a commit with two parents',
    'what it asks for is in src/gift-cards.ts',
  ]);
  const again = join(folder, 'again');
  await mkdir(again);
  expect(await verify({ ...wanted, folder: again, before: forced })).toContain(
    'nothing was pushed by force',
  );
});
