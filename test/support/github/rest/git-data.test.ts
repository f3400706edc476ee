import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Ask, askWith, ownGitHub } from '../../own-github.ts';
import type { Permissions } from '../identity.ts';

const made = z.object({ sha: z.string() });
const base = '/repos/octo/shop';
const date = '2026-03-01T12:00:00Z';
const author = { name: 'ratchetr[bot]', email: '1+ratchetr[bot]@users.noreply.github.com', date };

async function setUp(permissions: Permissions = { contents: 'write' }) {
  const own = await ownGitHub();
  const { github, installation } = own;
  const ask = askWith(github, github.world.installationToken(installation, { permissions }).token);
  return { ...own, ask };
}

async function make(ask: Ask, what: string, body: object): Promise<string> {
  const answer = await ask(`POST ${base}/git/${what}`, body);
  expect(answer.status).toBe(201);
  return made.parse(answer.body).sha;
}

describe('the git data API', () => {
  it('makes the very commit that git makes of the same', async () => {
    const { ask, shop } = await setUp();
    shop.commit('main', { 'src/a.txt': 'a\n', 'src/old.txt': 'old\n', 'run.sh': '#!/bin/sh\n' });
    const blob = await make(ask, 'blobs', { content: 'bmV3Cg==', encoding: 'base64' });
    const head = shop.head();
    const tree = await make(ask, 'trees', {
      base_tree: shop.repository.git.commit(head)?.tree,
      tree: [
        { path: 'src/deep/new.txt', mode: '100644', type: 'blob', sha: blob },
        { path: 'src/a.txt', mode: '100644', type: 'blob', content: 'changed\n' },
        { path: 'src/old.txt', mode: '100644', type: 'blob', sha: null },
        {
          path: 'run.sh',
          mode: '100755',
          type: 'blob',
          sha: shop.repository.git.writeBlob('#!/bin/sh\n'),
        },
      ],
    });
    const message = 'Fix it\n\nRatchetr-Run: r1';
    const plan = { message, tree, parents: [head], author, committer: author };
    const sha = await make(ask, 'commits', plan);
    expect(await make(ask, 'commits', plan)).toBe(sha);
    expect(sha).toBe(commitByGit(shop.repository.git.dir, head, message));
  });

  it('moves a branch forward only', async () => {
    const { ask, github, shop } = await setUp();
    const first = shop.head();
    const second = shop.commit('main', { 'a.txt': 'a\n' });
    const events: string[] = [];
    github.world.on(({ type }) => events.push(type));
    const back = await ask(`PATCH ${base}/git/refs/heads/main`, { sha: first, force: false });
    expect(back).toMatchObject({ status: 422, body: { message: 'Update is not a fast forward' } });
    const lost = await ask(`PATCH ${base}/git/refs/heads/none`, { sha: first });
    expect(lost).toMatchObject({ status: 422, body: { message: 'Reference does not exist' } });
    const { git } = shop.repository;
    const by = { name: 'm', email: 'm@x', seconds: 1, zone: '+0000' };
    const third = git.writeCommit({
      tree: git.commit(first)?.tree ?? '',
      parents: [second],
      author: by,
      committer: by,
      signature: undefined,
      message: 'third',
    });
    const moved = await ask(`PATCH ${base}/git/refs/heads/main`, { sha: third });
    expect(moved).toMatchObject({ status: 200, body: { object: { sha: third } } });
    expect(events).toEqual(['push']);
    expect(await ask(`GET ${base}/git/ref/heads/main`)).toMatchObject({
      body: { ref: 'refs/heads/main', object: { sha: third } },
    });
  });

  it('makes and deletes branches', async () => {
    const { ask, shop } = await setUp();
    const ref = { ref: 'refs/heads/side', sha: shop.head() };
    expect(await ask(`POST ${base}/git/refs`, ref)).toMatchObject({ status: 201 });
    expect(await ask(`POST ${base}/git/refs`, ref)).toMatchObject({ status: 422 });
    expect(await ask(`DELETE ${base}/git/refs/heads/side`)).toMatchObject({ status: 204 });
    expect(await ask(`GET ${base}/git/ref/heads/side`)).toMatchObject({ status: 404 });
  });

  it('refuses objects that are not there', async () => {
    const { ask, shop } = await setUp();
    const tree = shop.repository.git.commit(shop.head())?.tree;
    const unknown = 'a'.repeat(40);
    const entry = { path: 'a', mode: '100644', type: 'blob', sha: unknown };
    const asked: readonly (readonly [string, object])[] = [
      ['trees', { base_tree: unknown, tree: [] }],
      ['trees', { base_tree: tree, tree: [entry] }],
      ['commits', { message: 'x', tree: unknown, parents: [] }],
      ['commits', { message: 'x', tree, parents: [unknown] }],
      ['commits', { tree, parents: [] }],
    ];
    for (const [what, body] of asked) {
      expect(await ask(`POST ${base}/git/${what}`, body)).toMatchObject({ status: 422 });
    }
  });

  it('signs what an App leaves to it, and nothing else', async () => {
    const { ask, shop } = await setUp();
    shop.protect('main', { requiredSignatures: true });
    const tree = shop.repository.git.commit(shop.head())?.tree;
    const plan = { message: 'x', tree, parents: [shop.head()] };
    const unsigned = await make(ask, 'commits', { ...plan, author });
    const refused = await ask(`PATCH ${base}/git/refs/heads/main`, { sha: unsigned });
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.text).toContain('Commits must have verified signatures');
    const signed = await ask(`POST ${base}/git/commits`, plan);
    expect(signed).toMatchObject({ body: { verification: { verified: true } } });
    const { sha } = made.parse(signed.body);
    expect(await ask(`PATCH ${base}/git/refs/heads/main`, { sha })).toMatchObject({ status: 200 });
  });

  it('refuses changed workflows without their permission', async () => {
    const { ask, shop } = await setUp();
    const before = shop.head();
    const sha = shop.commit('side', { '.github/workflows/ci.yml': 'on: push\n' });
    const refused = await ask(`PATCH ${base}/git/refs/heads/main`, { sha });
    expect(refused).toMatchObject({ status: 403 });
    expect(refused.text).toContain('refusing to allow a GitHub App to create or update workflow');
    expect(shop.head()).toBe(before);
  });

  it('lists trees, and cuts those that are too long', async () => {
    const { ask, github, shop } = await setUp({ contents: 'read' });
    shop.commit('main', { 'src/a.txt': 'a\n', 'src/deep/b.txt': 'bb\n' });
    const tree = shop.repository.git.commit(shop.head())?.tree;
    const paths = z.object({ tree: z.array(z.object({ path: z.string() })) });
    const flat = await ask(`GET ${base}/git/trees/${tree}`);
    expect(paths.parse(flat.body).tree.map(({ path }) => path)).toEqual(['README.md', 'src']);
    const whole = await ask(`GET ${base}/git/trees/${tree}?recursive=1`);
    expect(whole).toMatchObject({ body: { truncated: false } });
    expect(paths.parse(whole.body).tree.map(({ path }) => path)).toEqual([
      'README.md',
      'src',
      'src/a.txt',
      'src/deep',
      'src/deep/b.txt',
    ]);
    github.limits.treeEntries = 2;
    const cut = await ask(`GET ${base}/git/trees/${tree}?recursive=1`);
    expect(cut).toMatchObject({ body: { truncated: true } });
    expect(paths.parse(cut.body).tree).toHaveLength(2);
  });

  it('shows commits, blobs, files, branches and what differs', async () => {
    const { ask, shop } = await setUp({ contents: 'read' });
    const from = shop.head();
    shop.commit('side', { 'docs/new name.md': 'one\ntwo\n', 'README.md': null, 'b.txt': 'b\n' });
    const to = shop.commit('side', { 'c.txt': '# Shop\n' });
    shop.commit('main', { 'main.txt': 'm\n' });
    const compared = await ask(`GET ${base}/compare/main...side`);
    expect(compared).toMatchObject({
      status: 200,
      body: {
        status: 'diverged',
        ahead_by: 2,
        behind_by: 1,
        merge_base_commit: { sha: from },
        commits: [{}, { sha: to }],
        files: [
          { filename: 'b.txt', status: 'added', additions: 1 },
          { filename: 'c.txt', status: 'renamed', previous_filename: 'README.md', changes: 0 },
          { filename: 'docs/new name.md', status: 'added', additions: 2 },
        ],
      },
    });
    expect(await ask(`GET ${base}/git/commits/${to}`)).toMatchObject({ body: { sha: to } });
    const file = await ask(`GET ${base}/contents/docs/new%20name.md?ref=side`);
    expect(file).toMatchObject({ body: { content: 'b25lCnR3bwo=', encoding: 'base64', size: 8 } });
    const folder = await ask(`GET ${base}/contents/docs?ref=${to}`);
    expect(folder).toMatchObject({ body: [{ path: 'docs/new name.md', type: 'file' }] });
    expect(await ask(`GET ${base}/contents/none`)).toMatchObject({ status: 404 });
    const blob = shop.repository.git.writeBlob('b\n');
    expect(await ask(`GET ${base}/git/blobs/${blob}`)).toMatchObject({ body: { content: 'Ygo=' } });
    const branch = await ask(`GET ${base}/branches/side`);
    expect(branch).toMatchObject({ body: { commit: { sha: to }, protected: false } });
  });
});

function commitByGit(dir: string, head: string, message: string): string {
  const identity = { NAME: author.name, EMAIL: author.email, DATE: date };
  const people = ['AUTHOR', 'COMMITTER'].flatMap((who) =>
    Object.entries(identity).map(([key, value]) => [`GIT_${who}_${key}`, value]),
  );
  const places = { GIT_DIR: dir, GIT_WORK_TREE: dir, GIT_INDEX_FILE: `${dir}/by-git.index` };
  const env = { PATH: process.env['PATH'], ...places, ...Object.fromEntries(people) };
  const git = (args: readonly string[], input = ''): string =>
    execFileSync('git', args, { cwd: dir, env, input, encoding: 'utf8' }).trim();
  const put = (mode: string, text: string, path: string) =>
    git([
      'update-index',
      '--add',
      '--cacheinfo',
      mode,
      git(['hash-object', '-w', '--stdin'], text),
      path,
    ]);
  git(['read-tree', head]);
  put('100644', 'new\n', 'src/deep/new.txt');
  put('100644', 'changed\n', 'src/a.txt');
  put('100755', '#!/bin/sh\n', 'run.sh');
  git(['update-index', '--force-remove', 'src/old.txt']);
  // No line break is added to what the message of the API says.
  return git(['commit-tree', git(['write-tree']), '-p', head], message);
}
