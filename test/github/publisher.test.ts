import { beforeEach, describe, expect, it } from 'vitest';
import { createPublisher } from '#github/publisher.ts';
import type { FileChanges } from '../support/github/hands.ts';
import { entryAt } from '../support/github/trees.ts';
import { shaOf } from './ground.ts';
import { branch, type Publishing, publishing } from './publishing.ts';

let on: Publishing;

beforeEach(async () => {
  on = await publishing();
});

const everyKind: FileChanges = {
  'src/total.py': 'total = 3\n',
  'src/new/größe 新.py': 'größe = "新"\n',
  'src/old.py': null,
  'run.sh': { mode: '100755', text: '#!/bin/sh\nexit 0\n' },
  'tool.sh': { mode: '100755', text: '#!/bin/sh\n' },
  link: { mode: '120000', text: 'src/total.py' },
  empty: '',
};

describe('publishing by the git data API', () => {
  it('makes the tree of the changeset, whatever kinds of files it changes', async () => {
    const made = await on.make(everyKind);
    const outcome = await on.publish(made);
    expect(outcome).toEqual({ kind: 'pushed', head: on.tip() });
    expect(on.commitOf(on.tip())).toMatchObject({ tree: made.changeset.tree, parents: [on.head] });
    const { git } = on.hands.repository;
    expect(entryAt(git, made.changeset.tree, 'tool.sh')?.mode).toBe('100755');
    expect(entryAt(git, made.changeset.tree, 'link')?.mode).toBe('120000');
    expect(on.hands.read('src/new/größe 新.py', branch)).toBe('größe = "新"\n');
  });

  it('commits as the bot of the App, at the time of the run and with its name', async () => {
    await on.publish(await on.make({ 'a.py': 'a\n' }));
    const by = {
      name: 'ratchetr[bot]',
      email: `${on.installation.app.bot.id}+ratchetr[bot]@users.noreply.github.com`,
      seconds: Math.floor(Date.UTC(2027, 0, 15, 8, 0, 1) / 1000),
    };
    expect(on.commitOf(on.tip())).toMatchObject({
      author: by,
      committer: by,
      message: 'Repair what ratchetr found\n\nTwo findings are repaired.\n\nRatchetr-Run: run-1\n',
    });
    expect(await on.publisher.headOf(on.target)).toMatchObject({ sha: on.tip(), runId: 'run-1' });
  });

  it('commits as the owner of a plain token', async () => {
    const { clock, tokenClient, github } = on;
    const ours = createPublisher(tokenClient('acme'), clock);
    expect(await on.publishBy(ours, await on.make({ 'a.py': 'a\n' }))).toMatchObject({
      kind: 'pushed',
    });
    const id = github.world.account('acme').id;
    const email = `${id}+acme@users.noreply.github.com`;
    expect(on.commitOf(on.tip())?.author).toMatchObject({ name: 'acme', email });
  });

  it('sends only what neither parent has', async () => {
    const base = on.hands.commit('main', { 'src/base.py': 'base\n', 'src/total.py': 'b\n' });
    const made = await on.make(
      { 'src/base.py': 'base\n', 'src/total.py': 'total = 4\n', 'again.py': 'total = 2\n' },
      [on.head, base],
    );
    on.github.counters.reset();
    expect(await on.publish(made)).toMatchObject({ kind: 'pushed' });
    expect(on.github.counters.byRoute.get(blobsRoute)).toBe(1);
    expect(on.commitOf(on.tip())?.parents).toEqual([on.head, base]);
  });

  it('sends everything where a parent has too many files to be told', async () => {
    on.github.limits.treeEntries = 2;
    expect(await on.publisher.filesOf(on.target, shaOf(on.head))).toBeUndefined();
    await on.publish(await on.make({ 'again.py': 'total = 2\n', 'new.py': 'new\n' }));
    expect(on.github.counters.byRoute.get(blobsRoute)).toBe(2);
  });

  it('tells all files of a commit with modes and ids', async () => {
    const files = await on.publisher.filesOf(on.target, shaOf(on.head));
    expect([...(files?.keys() ?? [])].toSorted()).toEqual([
      'README.md',
      'run.sh',
      'src/old.py',
      'src/total.py',
    ]);
    expect(files?.get('run.sh')?.mode).toBe('100755');
  });

  it('makes large trees in steps', async () => {
    const many = Array.from({ length: 160 }, (_, n) => [`many/${n}.py`, 'same\n'] as const);
    const made = await on.make(Object.fromEntries(many));
    expect(await on.publish(made)).toMatchObject({ kind: 'pushed' });
    const { byRoute } = on.github.counters;
    expect(byRoute.get('POST /repos/{owner}/{repo}/git/trees')).toBe(2);
    expect(byRoute.get(blobsRoute)).toBe(1);
    expect(on.commitOf(on.tip())?.tree).toBe(made.changeset.tree);
  });

  it('makes one commit however often it is asked', async () => {
    const made = await on.make(everyKind);
    const [one, two] = [await on.prepare(made), await on.prepare(made)];
    expect(one).toEqual(two);
    const [first, second] = await Promise.all([on.publish(made), on.publish(made)]);
    expect(first).toEqual(second);
    expect(on.commitOf(on.tip())?.parents).toEqual([on.head]);
  });

  it('pushes a merge that keeps the tree of the head', async () => {
    const base = on.hands.commit('main', { 'src/total.py': 'b\n' });
    const made = await on.make({}, [on.head, base]);
    expect(await on.publish(made)).toMatchObject({ kind: 'pushed' });
    expect(on.commitOf(on.tip())?.tree).toBe(on.commitOf(on.head)?.tree);
  });
});

const blobsRoute = 'POST /repos/{owner}/{repo}/git/blobs';

describe('a token for writing', () => {
  it('is for one repository and its contents, and ends with the work', async () => {
    const { world } = on.github;
    const minted: unknown[] = [];
    const keep = world.tokens.set.bind(world.tokens);
    world.tokens.set = (text, token) => {
      const isWriting = token.kind === 'installation' && token.permissions['contents'] === 'write';
      if (isWriting) minted.push({ ...token.permissions, of: token.repositories });
      return keep(text, token);
    };
    await on.publish(await on.make({ 'a.py': 'a\n' }));
    const { id } = on.hands.repository;
    expect(minted).toEqual([
      { contents: 'write', metadata: 'read', of: new Set([id]) },
      { contents: 'write', metadata: 'read', of: new Set([id]) },
    ]);
    const left = [...world.tokens.values()].filter(
      (token) => token.kind === 'installation' && token.permissions['contents'] === 'write',
    );
    expect(left).toEqual([]);
  });

  it('ends with work that fails as well', async () => {
    const { github, hands } = on;
    const made = await on.make({ 'a.py': 'a\n' });
    github.faults.routes.push({
      matches: (one) => one.startsWith('POST') && one.endsWith('/git/trees'),
      does: { status: 500 },
    });
    await expect(on.prepare(made)).rejects.toThrow('POST');
    expect(github.counters.byRoute.get('DELETE /installation/token')).toBe(1);
    expect(hands.head(branch)).toBe(on.head);
  });
});

describe('a race', () => {
  it('is lost to whoever pushed meanwhile', async () => {
    const made = await on.make({ 'a.py': 'a\n' });
    const prepared = await on.prepare(made);
    const human = on.hands.commit(branch, { 'b.py': 'b\n' }, { author: 'mia' });
    if (prepared.kind !== 'commit') throw new Error('no commit');
    const outcome = await on.publisher.push(on.target, prepared, made);
    expect(outcome).toEqual({ kind: 'lost-race', head: human });
    expect(on.tip()).toBe(human);
  });

  it('is lost to whoever names our run over other content', async () => {
    const made = await on.make({ 'a.py': 'a\n' });
    const prepared = await on.prepare(made);
    const message = `Mine\n\nRatchetr-Run: ${made.changeset.runId}\n`;
    const forged = on.hands.commit(branch, { 'b.py': 'b\n' }, { author: 'mia', message });
    if (prepared.kind !== 'commit') throw new Error('no commit');
    expect(await on.publisher.headOf(on.target)).toMatchObject({ runId: made.changeset.runId });
    const outcome = await on.publisher.push(on.target, prepared, made);
    expect(outcome).toEqual({ kind: 'lost-race', head: forged });
  });

  it('is lost between the last look and the push', async () => {
    const { github, hands } = on;
    const made = await on.make({ 'a.py': 'a\n' });
    let human = '';
    github.faults.routes.push({
      // Somebody pushes while our request is under way.
      matches: (one) => {
        if (one.startsWith('PATCH')) human = hands.commit(branch, { 'b.py': 'b\n' });
        return false;
      },
      does: 'break',
    });
    expect(await on.publish(made)).toEqual({ kind: 'lost-race', head: human });
    expect(on.tip()).toBe(human);
  });

  it('is lost to whoever set the branch back, though a push would fit on it', async () => {
    const { hands } = on;
    const made = await on.make({ 'a.py': 'a\n' });
    const before = hands.head('main');
    hands.repository.git.setRef('refs/heads/fix/größe', before);
    expect(await on.publish(made)).toEqual({ kind: 'lost-race', head: before });
    expect(on.tip()).toBe(before);
  });

  it('is won where the branch has our own commit already', async () => {
    const { github } = on;
    const made = await on.make({ 'a.py': 'a\n' });
    github.faults.routes.push({
      matches: (one) => one.startsWith('PATCH'),
      does: 'break',
      when: 'after',
      times: 1,
    });
    expect(await on.publish(made)).toEqual({ kind: 'pushed', head: on.tip() });
    expect(await on.publish(made)).toEqual({ kind: 'pushed', head: on.tip() });
    expect(on.commitOf(on.tip())?.parents).toEqual([on.head]);
  });

  it('has no winner where the branch is gone', async () => {
    const made = await on.make({ 'a.py': 'a\n' });
    on.hands.deleteBranch(branch);
    expect(await on.publisher.headOf(on.target)).toBeUndefined();
    expect(await on.publish(made)).toMatchObject({ kind: 'refused', code: 'BRANCH_GONE' });
  });
});
