import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readOwnVersion } from '#local/version.ts';
import { strangersNodes, toolsFolder } from './nodes.ts';
import { type Stranger, welcomeStranger } from './stranger.ts';

const ignored = { '.gitignore': 'node_modules\n.ratchetr\n' };
const linted = {
  ...ignored,
  '.oxlintrc.json': JSON.stringify({ rules: { 'prefer-const': 'error' } }),
  'src/a.js': 'export function open() {\n  let one = 1;\n  return one;\n}\n',
};
const clean = 'export function open() {\n  const one = 1;\n  return one;\n}\n';

describe.each(strangersNodes)('the package on Node %s', (version) => {
  let stranger: Stranger;
  const git = (...args: readonly string[]) => stranger.run('git', ...args);

  beforeAll(async () => {
    stranger = await welcomeStranger(version, { tools: await toolsFolder() });
    stranger.write(linted);
    await git('init', '--quiet', '--initial-branch=main');
    await commit();
  });

  afterAll(() => stranger.leave());

  async function commit(): Promise<void> {
    await git('add', '--all');
    await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'Begin');
  }

  it('runs on this Node and says which version it is', async () => {
    expect((await stranger.run('node', '--version')).stdout).toBe(`v${version}\n`);
    const said = await stranger.run('npx', 'ratchetr', '--version');
    expect(said).toEqual({ code: 0, stdout: `${readOwnVersion()}\n`, stderr: '' });
  });

  it('checks: 1 for what a tool finds, 0 without, 2 for a typing error', async () => {
    const found = await stranger.run('npx', 'ratchetr', 'check', '--format', 'json');
    expect(found).toMatchObject({ code: 1 });
    const findings = JSON.parse(found.stdout).engines[0].findings;
    expect(findings).toMatchObject([{ filePath: 'src/a.js', tool: 'oxlint' }]);
    stranger.write({ 'src/a.js': clean });
    expect(await stranger.run('npx', 'ratchetr', 'check')).toMatchObject({ code: 0 });
    stranger.write(linted);
    expect(await stranger.run('npx', 'ratchetr', 'chekc')).toMatchObject({ code: 2 });
  });

  it('repairs by the means of a tool, and hands over a commit on a branch', async () => {
    const order = ['fix', '--agent', 'autofix', '--branch', 'repaired'];
    expect(await stranger.run('npx', 'ratchetr', ...order)).toMatchObject({ code: 0 });
    expect((await git('show', 'repaired:src/a.js')).stdout).toBe(clean);
    expect((await git('log', '--format=%s', 'main..repaired')).stdout).toBe(
      'Repair 1 finding of oxlint\n',
    );
    expect((await git('status', '--porcelain')).stdout).toBe('');
    const runs = await stranger.run('npx', 'ratchetr', 'show', 'last');
    expect(runs).toMatchObject({ code: 0, stdout: expect.stringContaining('1 of 1 task') });
  });

  it('hands its own reporter to a tool, which loads it from where the package is', async () => {
    const test = "import { expect, it } from 'vitest';\nit('adds', () => expect(1 + 1).toBe(3));\n";
    stranger.write({ 'sums.test.js': test });
    const order = ['check', '--engine', 'vitest', '--format', 'json'];
    const { code, stdout, stderr } = await stranger.run('npx', 'ratchetr', ...order);
    expect({ code, stderr }).toMatchObject({ code: 1 });
    expect(JSON.parse(stdout).engines[0].findings).toMatchObject([{ filePath: 'sums.test.js' }]);
  });

  it('stops when interrupted, and says so by its exit code', async () => {
    const slow = {
      from: 'command',
      options: { command: ['sleep', '60'], report: { from: 'stdout' } },
    };
    stranger.write({ 'ratchetr.yaml': JSON.stringify({ version: 1, engines: { slow } }) });
    const check = stranger.start(['node_modules/.bin/ratchetr', 'check', '--engine', 'slow']);
    await check.saying('slow: started');
    check.signal('SIGINT');
    expect(await check.ended).toMatchObject({ code: 130, signal: null });
  });

  it('writes nothing but below its project, its home and its folder for temporary files', () => {
    expect(stranger.wroteElsewhere()).toEqual([]);
  });
});
