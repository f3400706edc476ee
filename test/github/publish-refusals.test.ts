import { beforeEach, describe, expect, it } from 'vitest';
import { createPublisher } from '#github/publisher.ts';
import { appPermissions, pullRequestOf, shaOf } from './ground.ts';
import { branch, publish, type Publishing, publishing } from './publishing.ts';

let on: Publishing;

beforeEach(async () => {
  on = await publishing();
});

describe('what is refused', () => {
  it('is a tree that GitHub makes otherwise', async () => {
    const made = await on.make({ 'a.py': 'a\n' });
    const other = { ...made.changeset, tree: shaOf('d'.repeat(40)) };
    expect(await on.prepare({ ...made, changeset: other })).toMatchObject({ code: 'TREE_DIFFERS' });
    expect(on.tip()).toBe(on.head);
  });

  it('is the default branch', async () => {
    const made = await on.make({ 'a.py': 'a\n' }, [on.hands.head('main')]);
    const main = { branch: 'main', expectedHead: shaOf(on.hands.head('main')) };
    expect(await on.publish(made, main)).toMatchObject({ kind: 'refused', code: 'DEFAULT_BRANCH' });
  });

  it('is a workflow file without the right to it', async () => {
    const made = await on.make({ '.github/workflows/ci.yml': 'on: push\n' });
    expect(await on.publish(made)).toMatchObject({
      kind: 'refused',
      code: 'NO_RIGHT_TO_WORKFLOWS',
    });
    expect(on.tip()).toBe(on.head);
  });

  it('is no workflow file where the App was given that right', async () => {
    on = await publishing({ ...appPermissions, workflows: 'write' });
    const made = await on.make({ '.github/workflows/ci.yml': 'on: push\n' });
    expect(await on.publish(made)).toMatchObject({ kind: 'pushed' });
  });

  it('is everything where we may not write', async () => {
    on = await publishing({ ...appPermissions, contents: 'read' });
    expect(await on.publish(await on.make({ 'a.py': 'a\n' }))).toMatchObject({
      code: 'NO_PERMISSION',
    });
  });

  it('is an unsigned commit where the branch takes signed ones only', async () => {
    on.hands.protect(branch, { requiredChecks: [], requiredSignatures: true });
    // Where nobody may read the rules, they are learnt by the refusal.
    on.github.faults.routes.push({
      matches: (request) => request.startsWith('GET') && request.includes('/rules/branches/'),
      does: { status: 404, body: '{"message":"Not Found"}' },
    });
    const outcome = await on.publish(await on.make({ 'a.py': 'a\n' }));
    expect(outcome).toMatchObject({ kind: 'refused', code: 'SIGNATURE_REQUIRED' });
    expect(on.tip()).toBe(on.head);
  });
});

describe('a fork', () => {
  it('is read through the repository it was forked from, and not written by the App', async () => {
    const { github, hands } = on;
    const fork = hands.fork('mia');
    const forkHead = fork.commit('mine', { 'src/total.py': 'total = 9\n' });
    const pull = hands.openPull({ head: 'mine', title: 'Mine', fromFork: 'mia' });
    const place = {
      ...on.target,
      pullRequest: pullRequestOf(pull, github),
      repository: 'mia/shop',
      branch: 'mine',
      expectedHead: shaOf(forkHead),
    };
    expect(await on.publisher.headOf(place)).toMatchObject({ sha: forkHead });
    expect((await on.publisher.filesOf(place, shaOf(forkHead)))?.size).toBe(4);
    const made = await on.make({ 'a.py': 'a\n' }, [forkHead]);
    expect(await on.publish(made, place)).toMatchObject({ kind: 'refused', code: 'NO_PERMISSION' });
    const { tokenClient, clock } = on;
    const theirs = createPublisher(tokenClient('mia'), clock);
    expect(await publish(theirs, place, made)).toMatchObject({ kind: 'pushed' });
    expect(fork.head('mine')).not.toBe(forkHead);
  });
});
