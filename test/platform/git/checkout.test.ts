import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';
import { createCheckout } from '#platform/git/checkout.ts';
import { createHistory } from '#platform/git/history.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { sha } from '#model/ids.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const parentEnv = { PATH: '/usr/local/bin:/usr/bin:/bin' };
const deps = {
  processes: createProcesses({ clock: systemClock, parentEnv }),
  scratch: createScratch(),
};
const checkout = createCheckout({ ...deps, protocols: ['file'] });

/** A branch and its base, which has gone on since. */
async function forge() {
  const repository = await gitRepository({ 'a.txt': 'one\n' });
  const { root, git, write, commit } = repository;
  const start = sha.parse(git('rev-parse', 'HEAD'));
  git('checkout', '-qb', 'feature');
  await write({ 'a.txt': 'two\n' });
  const head = sha.parse(commit('Feature'));
  git('checkout', '-q', 'main');
  await write({ 'b.txt': 'b\n' });
  const base = sha.parse(commit('Base'));
  return { ...repository, url: root, start, wanted: { url: root, head, base } };
}

async function freshFolder(): Promise<string> {
  return join(await tempFolder(), 'repository');
}

function gitIn({ git }: Pick<GitRepository, 'git'>, folder: string) {
  return (...args: readonly string[]) => git('-C', folder, ...args);
}

describe('a checkout', () => {
  it('holds the head, detached, and finds where it left the base', async () => {
    const { wanted, start, ...repository } = await forge();
    const folder = await freshFolder();
    expect(await checkout.open({ ...wanted, folder })).toEqual({ mergeBase: start });
    const git = gitIn(repository, folder);
    expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('two\n');
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([wanted.head, '']);
    expect(git('rev-parse', '--abbrev-ref', 'HEAD')).toBe('HEAD');
    expect(git('remote', 'get-url', 'origin')).toBe(wanted.url);
    const history = createHistory(deps);
    expect(await history.base(folder, wanted.base)).toEqual({ kind: 'commit', commit: start });
    expect(await history.readFile(folder, wanted.base, 'b.txt')).toBe('b\n');
  });

  it('says so where the two have no commit in common', async () => {
    const { git, commit, wanted } = await forge();
    git('checkout', '-q', '--orphan', 'other');
    const head = sha.parse(commit('Begin anew'));
    const opened = await checkout.open({ ...wanted, head, folder: await freshFolder() });
    expect(opened).toEqual({ mergeBase: undefined });
  });

  it('fails where a commit is not there, and where nobody may be asked', async () => {
    const { wanted } = await forge();
    const head = sha.parse('e'.repeat(40));
    await expect(checkout.open({ ...wanted, head, folder: await freshFolder() })).rejects.toThrow(
      /git could not fetch the commits/,
    );
    await expect(
      createCheckout(deps).open({ ...wanted, folder: await freshFolder() }),
    ).rejects.toThrow(/transport 'file' not allowed/);
  });

  it('runs nothing that the person or the repository has set up', async () => {
    const { wanted, write, git, commit } = await forge();
    const home = await tempFolder();
    const proof = join(home, 'proof');
    mkdirSync(join(home, 'template/hooks'), { recursive: true });
    const hook = join(home, 'template/hooks/post-checkout');
    writeFileSync(hook, `#!/bin/sh\ntouch ${proof}\n`);
    chmodSync(hook, 0o755);
    const config = `[init]\ntemplateDir = ${home}/template\n[filter "x"]\nsmudge = touch ${proof}\n`;
    writeFileSync(join(home, '.gitconfig'), config);
    git('checkout', '-q', 'feature');
    await write({ '.gitattributes': '* filter=x\n' });
    const head = sha.parse(commit('Ask for a filter'));
    const processes = createProcesses({
      clock: systemClock,
      parentEnv: { ...parentEnv, HOME: home },
    });
    const own = createCheckout({ ...deps, processes, protocols: ['file'], env: { HOME: home } });
    await own.open({ ...wanted, head, folder: await freshFolder() });
    expect(readdirSync(home)).not.toContain('proof');
  });
});

describe('what was fetched before', () => {
  it('is enough for another checkout of the same commits', async () => {
    const { wanted, start, root } = await forge();
    const cache = join(await tempFolder(), 'fetched.git');
    await checkout.open({ ...wanted, cache, folder: await freshFolder() });
    rmSync(root, { recursive: true });
    const opened = await checkout.open({ ...wanted, cache, folder: await freshFolder() });
    expect(opened).toEqual({ mergeBase: start });
  });

  it('is shared by workers that come at once', async () => {
    const { wanted, start } = await forge();
    const cache = join(await tempFolder(), 'fetched.git');
    const folders = await Promise.all(Array.from({ length: 4 }, freshFolder));
    const opened = folders.map((folder) => checkout.open({ ...wanted, cache, folder }));
    expect(await Promise.all(opened)).toEqual(folders.map(() => ({ mergeBase: start })));
  });

  it('is not needed where it is broken', async () => {
    const { wanted, start } = await forge();
    const cache = join(await tempFolder(), 'fetched.git');
    mkdirSync(cache);
    writeFileSync(join(cache, 'config'), '[broken');
    const opened = await checkout.open({ ...wanted, cache, folder: await freshFolder() });
    expect(opened).toEqual({ mergeBase: start });
  });
});

const planted = (command: string, url: string) => `[core]
    alternateRefsCommand = ${command}
    sshCommand = ${command}
    fsmonitor = ${command}
[http]
    proxy = ${url}
[url "${url}/"]
    insteadOf = http://
`;

describe('what somebody planted where things are kept', () => {
  it('never hears a token', async () => {
    const { wanted } = await forge();
    const [own, other] = [await refusingServer(), await refusingServer()];
    const cache = await bareFolder();
    writeFileSync(join(cache, 'config'), planted('false', other.url));
    const asked = { ...wanted, url: `${own.url}/acme/shop.git`, token: 'open-sesame' };
    const opening = createCheckout(deps).open({ ...asked, cache, folder: await freshFolder() });
    await expect(opening).rejects.toThrow('403');
    expect([own.heard.length, other.heard]).toEqual([1, []]);
  });

  it('is neither run nor lent from', async () => {
    const { wanted, start } = await forge();
    const cache = await bareFolder();
    const home = await tempFolder();
    const proof = join(home, 'proof');
    const script = join(home, 'script');
    writeFileSync(script, `#!/bin/sh\ntouch ${proof}\n`);
    chmodSync(script, 0o755);
    writeFileSync(join(cache, 'config'), planted(script, 'http://127.0.0.1:9'));
    mkdirSync(join(cache, 'hooks'), { recursive: true });
    copyFileSync(script, join(cache, 'hooks/reference-transaction'));
    const lent = join(cache, 'objects/info/alternates');
    mkdirSync(join(cache, 'objects/info'), { recursive: true });
    writeFileSync(lent, `${join(wanted.url, '.git/objects')}\n`);
    const opened = await checkout.open({ ...wanted, cache, folder: await freshFolder() });
    expect(opened).toEqual({ mergeBase: start });
    expect([existsSync(proof), existsSync(lent)]).toEqual([false, false]);
  });
});

async function bareFolder(): Promise<string> {
  const folder = join(await tempFolder(), 'fetched.git');
  (await gitRepository({})).git('init', '-q', '--bare', folder);
  return folder;
}

/** A host that lets nobody in, and remembers who they said they were. */
async function refusingServer() {
  const heard: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    heard.push(request.headers.authorization);
    response.writeHead(403).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { heard, url: `http://127.0.0.1:${port}` };
}

it('a token goes to its host alone, and is kept nowhere', async () => {
  const { wanted } = await forge();
  const { heard, url } = await refusingServer();
  const folder = await freshFolder();
  const asked = { ...wanted, url: `${url}/acme/shop.git`, token: 'open-sesame' };
  const failing = createCheckout(deps).open({ ...asked, folder });
  await expect(failing).rejects.toThrow(/^(?!.*sesame).*403/);
  const credentials = Buffer.from('x-access-token:open-sesame').toString('base64');
  expect(heard).toEqual([`Basic ${credentials}`]);
  const config = readFileSync(join(folder, '.git/config'), 'utf8');
  expect([config.includes('sesame'), config.includes(credentials)]).toEqual([false, false]);
});

it('a password in an address reaches the host, and stands in no arguments and no file', async () => {
  const { wanted } = await forge();
  const { heard, url } = await refusingServer();
  const folder = await freshFolder();
  const tools = await tempFolder();
  const seen = join(tools, 'arguments');
  const real = '/usr/bin:/bin:/usr/local/bin';
  const wrapper = `#!/bin/sh\nprintf '%s\\n' "$@" >> ${seen}\nPATH=${real} exec git "$@"\n`;
  writeFileSync(join(tools, 'git'), wrapper);
  chmodSync(join(tools, 'git'), 0o755);
  const processes = createProcesses({
    clock: systemClock,
    parentEnv: { PATH: `${tools}:${real}` },
  });
  const address = `${url.replace('//', '//ada:open%20sesame@')}/acme/shop.git`;
  const opening = createCheckout({ ...deps, processes }).open({ ...wanted, url: address, folder });
  await expect(opening).rejects.toThrow(/^(?!.*sesame).*403/);
  expect(heard).toEqual([`Basic ${Buffer.from('ada:open sesame').toString('base64')}`]);
  const written = readFileSync(seen, 'utf8') + readFileSync(join(folder, '.git/config'), 'utf8');
  expect([written.includes(url), written.includes('sesame')]).toEqual([true, false]);
});
