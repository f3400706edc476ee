import { expect, it } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { tempFolder } from '../temp-folder.ts';
import { askAs, documentText } from './asking.ts';
import { plantPull, plantWorld } from './planted-world.ts';

async function planted() {
  const clock = createManualClock();
  const { world, hands, token } = plantWorld({ root: await tempFolder(), clock });
  return { clock, hands, ask: askAs(world, token), pull: plantPull(hands) };
}

it('pages more checks than fit one page', async () => {
  const { hands, ask, pull } = await planted();
  for (let job = 0; job < 124; job += 1)
    hands.startCheck({ sha: pull.headSha, name: `job ${job}` });
  const page = (after?: string) =>
    ask(
      `query($after: String) { repository(owner: "octo", name: "shop") { pullRequest(number: 1) { statusCheckRollup {
        contexts(first: 100, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { ... on CheckRun { name } } } } } } }`,
      { after },
    );
  const contexts = 'repository.pullRequest.statusCheckRollup.contexts';
  const first = await page();
  expect(first.at(`${contexts}.totalCount`)).toBe(127);
  expect(first.at(`${contexts}.nodes`)).toHaveLength(100);
  const second = await page(String(first.at(`${contexts}.pageInfo.endCursor`)));
  expect(second.at(`${contexts}.nodes`)).toHaveLength(27);
  expect(second.at(`${contexts}.nodes.26`)).toEqual({ name: 'job 123' });
  expect(second.at(`${contexts}.pageInfo.hasNextPage`)).toBe(false);
});

it('pages backwards from the newest comment', async () => {
  const { hands, ask } = await planted();
  for (let at = 1; at < 5; at += 1) hands.comment(1, 'rita', `more ${at}`);
  const page = (before?: string) =>
    ask(
      `query($before: String) { repository(owner: "octo", name: "shop") { pullRequest(number: 1) {
        comments(last: 3, before: $before) { pageInfo { hasPreviousPage startCursor } nodes { body } } } } }`,
      { before },
    );
  const comments = 'repository.pullRequest.comments';
  const newest = await page();
  expect(newest.at(`${comments}.nodes`)).toMatchObject(
    [2, 3, 4].map((at) => ({ body: `more ${at}` })),
  );
  const older = await page(String(newest.at(`${comments}.pageInfo.startCursor`)));
  expect(older.at(`${comments}.nodes`)).toEqual([{ body: '/ratchet please' }, { body: 'more 1' }]);
  expect(older.at(`${comments}.pageInfo.hasPreviousPage`)).toBe(false);
});

it('goes on after the same place although a pull request moved to the top meanwhile', async () => {
  const { hands, ask, clock } = await planted();
  for (const head of ['two', 'three']) {
    clock.advance(1000);
    hands.commit(head, { [head]: head });
    hands.openPull({ head, title: head });
  }
  const page = (after?: string) =>
    ask(
      `query($after: String) { repository(owner: "octo", name: "shop") {
        pullRequests(first: 1, after: $after, states: [OPEN], orderBy: { field: UPDATED_AT, direction: DESC }) {
          pageInfo { endCursor } nodes { number } } } }`,
      { after },
    );
  const first = await page();
  expect(first.at('repository.pullRequests.nodes')).toEqual([{ number: 3 }]);
  clock.advance(1000);
  hands.comment(1, 'ann', 'bump');
  const second = await page(String(first.at('repository.pullRequests.pageInfo.endCursor')));
  expect(second.at('repository.pullRequests.nodes')).toEqual([{ number: 2 }]);
});

it('reads commits, trees and files by expression', async () => {
  const { ask, pull } = await planted();
  const answer = await ask(
    `query($sha: GitObjectID) { repository(owner: "octo", name: "shop") {
      commit: object(oid: $sha) { oid ... on Commit { messageHeadline author { name user { login } } parents(first: 2) { nodes { oid } } tree { entries { name type mode } } } }
      file: object(expression: "feature:src/a.ts") { ... on Blob { text isBinary } }
      folder: object(expression: "HEAD:src") { __typename }
      absent: object(expression: "main:none") { oid } } }`,
    { sha: pull.headSha },
  );
  expect(answer.errors).toEqual([]);
  expect(answer.at('repository.file')).toEqual({ text: 'one\nTWO\nthree\n', isBinary: false });
  expect(answer.at('repository.folder')).toEqual({ __typename: 'Tree' });
  expect(answer.at('repository.absent')).toBeNull();
  expect(answer.at('repository.commit')).toMatchObject({
    author: { name: 'ann', user: { login: 'ann' } },
    parents: { nodes: [{ oid: pull.baseSha }] },
    tree: {
      entries: [
        { name: 'new.ts', type: 'blob', mode: 33_188 },
        { name: 'src', type: 'tree' },
      ],
    },
  });
});

it('keeps checks that ran again, so its state stays red', async () => {
  const { hands, ask, pull } = await planted();
  const [suite] = hands.repository.suites.get(pull.headSha) ?? [];
  const [failed] = suite?.runs ?? [];
  const again = failed && hands.rerun(failed);
  if (again) hands.completeCheck(again, { conclusion: 'SUCCESS' });
  const answer = await ask(documentText('pull-batch'), { owner: 'octo', name: 'shop' }, 'PrBatch');
  const rollup = 'repository.pullRequests.nodes.0.statusCheckRollup';
  expect(answer.at(`${rollup}.state`)).toBe('FAILURE');
  expect(answer.at(`${rollup}.contexts.nodes`)).toMatchObject([
    { name: 'test', conclusion: 'FAILURE', checkSuite: { databaseId: suite?.id } },
    { name: 'scan' },
    { context: 'legacy/build' },
    { name: 'test', conclusion: 'SUCCESS', checkSuite: { databaseId: suite?.id } },
  ]);
});
