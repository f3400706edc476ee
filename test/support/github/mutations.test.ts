import { describe, expect, it } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { tempFolder } from '../temp-folder.ts';
import { askAs, documentText } from './asking.ts';
import { noCommit } from './git-store.ts';
import { plantPull, plantWorld } from './planted-world.ts';

const commitAndSignature = documentText('pull-light');

async function planted() {
  const { world, hands } = plantWorld({ root: await tempFolder(), clock: createManualClock() });
  const pull = plantPull(hands);
  const app = world.app({ slug: 'ratchetr' });
  const permissions = { contents: 'write', pull_requests: 'write', checks: 'read' } as const;
  const installation = world.install(app, { account: 'octo', permissions });
  const ask = askAs(world, world.installationToken(installation));
  return { world, hands, pull, installation, ask };
}

function commitInput(expectedHeadOid: string) {
  const contents = Buffer.from('fixed\n').toString('base64');
  return {
    input: {
      branch: { repositoryNameWithOwner: 'octo/shop', branchName: 'feature' },
      message: { headline: 'Fix', body: 'Ratchetr-Run: 1' },
      expectedHeadOid,
      fileChanges: { additions: [{ path: 'src/a.ts', contents }], deletions: [{ path: 'new.ts' }] },
    },
  };
}

describe('createCommitOnBranch', () => {
  it('commits where the branch is as expected, signed by GitHub, in plain modes', async () => {
    const { hands, pull, ask } = await planted();
    const mode = { mode: '100755', text: 'run\n' };
    const before = hands.commit('feature', { 'src/a.ts': mode }, { author: 'ann' });
    const heads: string[] = [];
    hands.onHead(({ sha }) => void heads.push(sha));
    const answer = await ask(commitAndSignature, commitInput(before), 'Commit');
    expect(answer.errors).toEqual([]);
    const sha = answer.at('createCommitOnBranch.commit.oid');
    expect(answer.at('createCommitOnBranch.commit.signature')).toEqual({
      isValid: true,
      state: 'VALID',
      wasSignedByGitHub: true,
    });
    expect(pull.headSha).toBe(sha);
    const { git } = hands.repository;
    expect(git.commit(pull.headSha)).toMatchObject({
      parents: [before],
      author: { name: 'ratchetr[bot]' },
      message: 'Fix\n\nRatchetr-Run: 1',
    });
    expect(await git.git(['ls-tree', '-r', '--format=%(objectmode) %(path)', pull.headSha])).toBe(
      '100644 src/a.ts\n100644 src/b.ts\n',
    );
  });

  it('does nothing where the branch has moved', async () => {
    const { hands, pull, ask } = await planted();
    const old = pull.headSha;
    const human = hands.commit('feature', { 'new.ts': 'mine\n' }, { author: 'ann' });
    const answer = await ask(commitAndSignature, commitInput(old), 'Commit');
    expect(answer.at('createCommitOnBranch')).toBeNull();
    expect(answer.errors).toMatchObject([{ type: 'STALE_DATA' }]);
    expect(hands.head('feature')).toBe(human);
  });

  it('does nothing where a file to delete is not there', async () => {
    const { hands, ask } = await planted();
    const before = hands.commit('feature', { 'new.ts': null }, { author: 'ann' });
    const answer = await ask(commitAndSignature, commitInput(before), 'Commit');
    expect(answer.errors).toMatchObject([{ type: 'UNPROCESSABLE' }]);
    expect(hands.head('feature')).toBe(before);
  });

  it('needs contents:write', async () => {
    const { world, pull, installation } = await planted();
    const permissions = { contents: 'read' } as const;
    const ask = askAs(world, world.installationToken(installation, { permissions }));
    const answer = await ask(commitAndSignature, commitInput(pull.headSha), 'Commit');
    expect(answer.errors).toMatchObject([{ type: 'FORBIDDEN' }]);
  });
});

describe('threads', () => {
  it('are answered and resolved', async () => {
    const { world, pull, ask } = await planted();
    const [thread] = pull.threads;
    const events: string[] = [];
    world.on((event) =>
      events.push('action' in event ? `${event.type}.${event.action}` : event.type),
    );
    const reply = { t: thread?.nodeId, b: 'Done' };
    expect((await ask(commitAndSignature, reply, 'Reply')).errors).toEqual([]);
    const resolved = await ask(commitAndSignature, { id: thread?.nodeId }, 'Resolve');
    expect(resolved.at('resolveReviewThread.thread.isResolved')).toBe(true);
    expect(thread?.comments.map(({ author, body }) => [author?.login, body])).toEqual([
      ['rita', 'Too loud'],
      ['ratchetr[bot]', 'Done'],
    ]);
    expect(thread?.resolvedBy?.login).toBe('ratchetr[bot]');
    expect(events).toEqual([
      'pull_request_review_comment.created',
      'pull_request_review_thread.resolved',
    ]);
  });
});

describe('updatePullRequestBranch', () => {
  it('merges the base, but only into the expected head', async () => {
    const { hands, pull, ask } = await planted();
    const base = hands.commit('main', { 'src/b.ts': 'bb\n' });
    const head = pull.headSha;
    const wrong = await ask(commitAndSignature, { id: pull.nodeId, h: base }, 'UpdBranch');
    expect(wrong.errors).toMatchObject([{ type: 'UNPROCESSABLE' }]);
    const right = await ask(commitAndSignature, { id: pull.nodeId, h: head }, 'UpdBranch');
    expect(right.errors).toEqual([]);
    expect(right.at('updatePullRequestBranch.pullRequest.headRefOid')).toBe(pull.headSha);
    expect(hands.repository.git.commit(pull.headSha)?.parents).toEqual([head, base]);
  });

  it('refuses a conflict', async () => {
    const { hands, pull, ask } = await planted();
    hands.commit('main', { 'src/a.ts': 'one\n2\nthree\n' });
    const variables = { id: pull.nodeId, h: pull.headSha };
    const answer = await ask(commitAndSignature, variables, 'UpdBranch');
    expect(answer.errors).toMatchObject([{ type: 'UNPROCESSABLE' }]);
  });
});

describe('updateRefs', () => {
  it('moves all refs or none', async () => {
    const { hands, pull, ask } = await planted();
    const { nodeId: r } = hands.repository;
    const made = { name: 'refs/heads/made', beforeOid: noCommit, afterOid: pull.headSha };
    const stale = { name: 'refs/heads/main', beforeOid: pull.headSha, afterOid: pull.headSha };
    const refused = await ask(commitAndSignature, { r, u: [made, stale] }, 'Refs');
    expect(refused.errors).toMatchObject([{ type: 'STALE_DATA' }]);
    expect(hands.repository.git.ref('refs/heads/made')).toBeUndefined();
    expect((await ask(commitAndSignature, { r, u: [made] }, 'Refs')).errors).toEqual([]);
    expect(hands.head('made')).toBe(pull.headSha);
  });
});
