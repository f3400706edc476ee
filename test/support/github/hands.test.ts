import { describe, expect, it } from 'vitest';
import { createManualClock } from '../manual-clock.ts';
import { tempFolder } from '../temp-folder.ts';
import { askAs } from './asking.ts';
import { moveRef } from './pushes.ts';
import { plantPull, plantWorld } from './planted-world.ts';

async function planted(options: { readonly checksLagMs?: number } = {}) {
  const clock = createManualClock();
  const given = plantWorld({ root: await tempFolder(), clock, ...options });
  const events: string[] = [];
  given.world.on((event) =>
    events.push('action' in event ? `${event.type}.${event.action}` : event.type),
  );
  const heads: string[] = [];
  given.hands.onHead(({ ref, pull }) => void heads.push(`${ref} ${pull?.number ?? '-'}`));
  return { ...given, clock, events, heads };
}

describe('a push', () => {
  it('is a commit that git itself reads, and moves the pull requests of its branch', async () => {
    const { world, hands, events, heads } = await planted();
    const pull = plantPull(hands);
    await world.idle();
    events.length = heads.length = 0;
    const sha = hands.commit('feature', {
      'deep/run.sh': { mode: '100755', text: 'x\n' },
      'deep.txt': 'sorts before the folder\n',
      'new.ts': null,
    });
    await world.idle();
    expect(pull.headSha).toBe(sha);
    expect(events).toEqual(['push', 'pull_request.synchronize']);
    expect(heads).toEqual(['refs/heads/feature 1']);
    const { git } = hands.repository;
    await git.git(['fsck', '--strict']);
    expect(await git.git(['ls-tree', '-r', '--format=%(objectmode) %(path)', sha])).toBe(
      '100644 deep.txt\n100755 deep/run.sh\n100644 src/a.ts\n100644 src/b.ts\n',
    );
    expect(await git.git(['rev-parse', 'refs/pull/1/head'])).toBe(`${sha}\n`);
  });

  it('that git already wrote is told as well', async () => {
    const { world, hands, events } = await planted();
    const pull = plantPull(hands);
    const { git } = hands.repository;
    const before = pull.headSha;
    const tree = git.commit(before)?.tree ?? '';
    const made = await git.git([
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.c',
      'commit-tree',
      '-p',
      before,
      '-m',
      'x',
      tree,
    ]);
    const after = made.trim();
    await git.git(['update-ref', 'refs/heads/feature', after]);
    events.length = 0;
    const sender = world.account('ann');
    moveRef(world, hands.repository, {
      ref: 'refs/heads/feature',
      before,
      after,
      written: true,
      sender,
    });
    expect(events).toEqual(['push', 'pull_request.synchronize']);
    expect(pull.headSha).toBe(after);
  });

  it('to the default branch starts workflows there', async () => {
    const { world, hands, heads } = await planted();
    hands.commit('main', { 'src/b.ts': 'bb\n' });
    await world.idle();
    expect(heads).toEqual(['refs/heads/main -']);
  });

  it('starts no workflows for a head that conflicts, and tells of others late', async () => {
    const { world, hands, heads, clock } = await planted({ checksLagMs: 5000 });
    clock.advance(5000);
    await world.idle();
    heads.length = 0;
    hands.commit('one', { 'src/a.ts': 'mine\n' });
    hands.openPull({ head: 'one', title: 'Conflicts' });
    hands.commit('two', { 'src/b.ts': 'mine\n' });
    hands.openPull({ head: 'two', title: 'Merges' });
    hands.commit('main', { 'src/a.ts': 'theirs\n' });
    expect(heads).toEqual([]);
    clock.advance(5000);
    await world.idle();
    expect(heads.toSorted()).toEqual(['refs/heads/main -', 'refs/heads/two 2']);
  });

  it('moves threads with their lines, and outdates those whose line is gone', async () => {
    const { hands } = await planted();
    const [thread] = plantPull(hands).threads;
    hands.commit('feature', { 'src/a.ts': 'zero\none\nTWO\nthree\n' });
    expect(thread).toMatchObject({ line: 3, originalLine: 2, outdated: false });
    hands.commit('feature', { 'src/a.ts': 'zero\none\ntwo\nthree\n' });
    expect(thread).toMatchObject({ line: undefined, originalLine: 2, outdated: true });
  });
});

describe('a pull request', () => {
  it('from a fork follows the fork, and shares its objects', async () => {
    const { world, hands, events, heads } = await planted();
    const fork = hands.fork('ann');
    fork.commit('patch-1', { 'src/b.ts': 'ann\n' });
    const pull = hands.openPull({ head: 'patch-1', title: 'Patch', fromFork: 'ann' });
    expect(pull).toMatchObject({ maintainerCanModify: true, author: { login: 'ann' } });
    events.length = 0;
    const sha = fork.commit('patch-1', { 'src/b.ts': 'ann again\n' });
    await world.idle();
    expect(events).toEqual(['push', 'pull_request.synchronize']);
    expect(hands.repository.git.ref('refs/pull/1/head')).toBe(sha);
    expect(hands.read('src/b.ts', sha)).toBe('ann again\n');
    expect(heads).toContain('refs/heads/patch-1 1');
  });

  it('outlives its fork and its author', async () => {
    const { world, hands, token } = await planted();
    hands.fork('ann').commit('patch-1', { 'src/b.ts': 'ann\n' });
    hands.openPull({ head: 'patch-1', title: 'Patch', fromFork: 'ann' });
    hands.deleteFork('ann');
    hands.deleteAccount('ann');
    const answer = await askAs(
      world,
      token,
    )(`{ repository(owner: "octo", name: "shop") {
      pullRequest(number: 1) { author { login } headRepository { id } headRef { id } isCrossRepository } } }`);
    expect(answer.errors).toEqual([]);
    expect(answer.at('repository.pullRequest')).toEqual({
      author: null,
      headRepository: null,
      headRef: null,
      isCrossRepository: true,
    });
  });

  it('is merged by a real merge, and so is one whose commits reach the base otherwise', async () => {
    const { hands, world } = await planted();
    const pull = plantPull(hands);
    hands.commit('main', { 'src/b.ts': 'bb\n' });
    const sha = await hands.mergePull(pull.number);
    expect(pull).toMatchObject({ state: 'MERGED', mergedSha: sha });
    expect(hands.read('src/a.ts')).toBe('one\nTWO\nthree\n');
    const tip = hands.commit('direct', { 'c.ts': 'c\n' });
    const other = hands.openPull({ head: 'direct', title: 'Direct' });
    const move = { ref: 'refs/heads/main', after: tip, sender: world.account('octo') };
    moveRef(world, hands.repository, move);
    expect(other.state).toBe('MERGED');
  });

  it('tells of each thing that people do to it', async () => {
    const { hands, events } = await planted();
    const { number } = plantPull(hands);
    hands.commit('other', {});
    events.length = 0;
    hands.setDraft(number, true);
    hands.setDraft(number, true);
    hands.setDraft(number, false);
    hands.retarget(number, 'other');
    hands.unlabel(number, 'ratchet');
    hands.closePull(number);
    hands.reopen(number);
    expect(events).toEqual([
      'pull_request.converted_to_draft',
      'pull_request.ready_for_review',
      'pull_request.edited',
      'pull_request.unlabeled',
      'pull_request.closed',
      'pull_request.reopened',
    ]);
    expect(hands.pull(number).baseRef).toBe('other');
  });
});

describe('talk', () => {
  it('is changed and taken back', async () => {
    const { hands, events } = await planted();
    const { number, comments, reviews } = plantPull(hands);
    const [review] = reviews;
    const comment = hands.comment(number, 'rita', 'Hm');
    events.length = 0;
    hands.editComment(comment, 'Hm!');
    expect(comments.at(-1)?.body).toBe('Hm!');
    hands.deleteComment(comment);
    if (review) hands.dismissReview(review);
    expect(comments.map(({ body }) => body)).toEqual(['/ratchet please']);
    expect(review?.state).toBe('DISMISSED');
    expect(events).toEqual([
      'issue_comment.edited',
      'issue_comment.deleted',
      'pull_request_review.dismissed',
    ]);
  });
});

describe('checks', () => {
  it('end their suite and workflow run with the last of them', async () => {
    const { hands, events } = await planted();
    const { headSha: sha } = plantPull(hands);
    const one = hands.startCheck({ sha, name: 'unit', workflow: 'Test' });
    const two = hands.startCheck({ sha, name: 'lint', workflow: 'Test' });
    expect(one.suite).toBe(two.suite);
    events.length = 0;
    hands.completeCheck(one, { conclusion: 'SUCCESS' });
    hands.completeCheck(two, { conclusion: 'FAILURE', log: 'boom' });
    expect(events).toEqual([
      'check_run.completed',
      'check_run.completed',
      'workflow_run.completed',
      'check_suite.completed',
    ]);
  });

  it('run again in a new attempt of the same workflow run', async () => {
    const { hands, world } = await planted();
    const { headSha: sha } = plantPull(hands);
    const run = hands.startCheck({ sha, name: 'unit', workflow: 'Test' });
    hands.completeCheck(run, { conclusion: 'FAILURE' });
    const queued: string[] = [];
    hands.onRerun((next) => void queued.push(`${next.name} ${next.attempt} ${next.status}`));
    const again = hands.rerun(run);
    await world.idle();
    expect(queued).toEqual(['unit 2 QUEUED']);
    expect(again?.suite).toBe(run.suite);
    expect(run.superseded).toBe(true);
  });
});
