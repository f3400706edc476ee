import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ownGitHub } from '../own-github.ts';
import { tempFolder } from '../temp-folder.ts';
import type { Permissions } from './identity.ts';

const run = promisify(execFile);

async function setUp() {
  const own = await ownGitHub();
  const { github, installation } = own;
  const folder = await tempFolder();
  const git = async (...args: readonly string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], HOME: folder, GIT_TERMINAL_PROMPT: '0' };
    const identity = ['-c', 'user.name=mona', '-c', 'user.email=mona@example.org'];
    const { stdout } = await run('git', [...identity, ...args], { cwd: folder, env });
    return stdout.trim();
  };
  const urlWith = (token?: string): string =>
    `${github.url.replace('//', token === undefined ? '//' : `//x-access-token:${token}@`)}/octo/shop.git`;
  const tokenFor = (permissions: Permissions): string =>
    urlWith(github.world.installationToken(installation, { permissions }).token);
  const cloned = async (url: string): Promise<void> => {
    await git('clone', '-q', url, '.');
  };
  const commit = async (path: string, text: string): Promise<string> => {
    await writeFile(join(folder, path), text);
    await git('add', '-A');
    await git('commit', '-qm', `Change ${path}`);
    return git('rev-parse', 'HEAD');
  };
  return { ...own, folder, git, urlWith, tokenFor, cloned, commit };
}

const reader: Permissions = { contents: 'read' };
const writer: Permissions = { contents: 'write' };

describe('git over HTTP', () => {
  it('clones with a token that may read, and not without one', async () => {
    const { cloned, git, shop, tokenFor, urlWith } = await setUp();
    await expect(git('clone', urlWith(), 'x')).rejects.toThrow(
      /could not read Username|terminal prompts/,
    );
    await expect(git('clone', urlWith('ghs_wrong'), 'x')).rejects.toThrow('Authentication failed');
    await expect(git('clone', tokenFor({ checks: 'read' }), 'x')).rejects.toThrow('403');
    await cloned(tokenFor(reader));
    expect(await git('rev-parse', 'HEAD')).toBe(shop.head());
  });

  it('takes a push and tells what follows from it', async () => {
    const { cloned, commit, github, git, shop, tokenFor } = await setUp();
    shop.commit('fix', { 'a.txt': 'a\n' });
    const pull = shop.openPull({ head: 'fix', title: 'Fix' });
    await github.world.idle();
    const heads: string[] = [];
    shop.onHead(({ sha }) => void heads.push(sha));
    const events: string[] = [];
    github.world.on((event) => events.push(`${event.type} by ${event.sender.login}`));
    await cloned(tokenFor(writer));
    await git('checkout', '-q', 'fix');
    // So much that git asks first and then sends it in chunks.
    const made = await commit('b.txt', randomBytes(1_000_000).toString('hex'));
    await git('push', '-q', 'origin', 'fix');
    await github.world.idle();
    expect(shop.head('fix')).toBe(made);
    expect(pull.headSha).toBe(made);
    expect(heads).toEqual([made]);
    expect(events).toEqual(['push by ratchetr[bot]', 'pull_request by ratchetr[bot]']);
  });

  it('takes no push from a token that may only read', async () => {
    const { cloned, commit, git, shop, tokenFor } = await setUp();
    await cloned(tokenFor(reader));
    await commit('b.txt', 'b\n');
    await expect(git('push', 'origin', 'main')).rejects.toThrow('403');
    expect(shop.read('b.txt')).toBeUndefined();
  });

  it('makes, forces and deletes branches', async () => {
    const { cloned, commit, git, shop, tokenFor } = await setUp();
    await cloned(tokenFor(writer));
    await git('checkout', '-qb', 'side');
    await commit('b.txt', '1\n');
    await git('push', '-q', 'origin', 'side');
    await git('reset', '-q', '--hard', 'origin/main');
    const other = await commit('c.txt', '2\n');
    await expect(git('push', 'origin', 'side')).rejects.toThrow('non-fast-forward');
    await git('push', '-q', '--force', 'origin', 'side');
    expect(shop.head('side')).toBe(other);
    await git('push', '-q', 'origin', ':side');
    expect(() => shop.head('side')).toThrow('There is no branch side');
  });

  it('refuses unsigned commits where signatures are required', async () => {
    const { cloned, commit, git, shop, tokenFor } = await setUp();
    shop.protect('main', { requiredSignatures: true });
    await cloned(tokenFor(writer));
    const unsigned = await commit('b.txt', 'b\n');
    const pushed = git('push', 'origin', 'main');
    await expect(pushed).rejects.toThrow(
      /GH013: Repository rule violations found for refs\/heads\/main/,
    );
    await expect(pushed).rejects.toThrow(unsigned);
    await expect(pushed).rejects.toThrow('push declined due to repository rule violations');
    expect(shop.read('b.txt')).toBeUndefined();
  });

  it('refuses changed workflows from an App that may not change them', async () => {
    const { cloned, commit, git, shop, tokenFor } = await setUp();
    shop.commit('main', { '.github/workflows/ci.yml': 'on: push\n' });
    await cloned(tokenFor(writer));
    await commit('.github/workflows/ci.yml', 'on: pull_request\n');
    await expect(git('push', 'origin', 'main')).rejects.toThrow(
      /refusing to allow a GitHub App to create or update workflow/,
    );
    await git('push', '-q', tokenFor({ ...writer, workflows: 'write' }), 'main');
    expect(shop.read('.github/workflows/ci.yml')).toBe('on: pull_request\n');
  });

  it('refuses all refs of an atomic push if it refuses one', async () => {
    const { cloned, commit, git, shop, tokenFor } = await setUp();
    shop.protect('main', { requiredSignatures: true });
    await cloned(tokenFor(writer));
    await commit('b.txt', 'b\n');
    await expect(git('push', '--atomic', 'origin', 'main', 'HEAD:free')).rejects.toThrow('atomic');
    expect(() => shop.head('free')).toThrow('There is no branch free');
  });
});
