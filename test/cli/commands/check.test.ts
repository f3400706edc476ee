import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

async function repository(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await tempFolder();
  for (const [path, text] of Object.entries({ 'ruff.toml': '', ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  await linkEnvironment(root);
  return root;
}

async function fingerprintIn(text: string): Promise<string> {
  const cwd = await repository({ 'a.py': text });
  const { stdout } = await runCli(cwd, ['check', '--format', 'json'], env);
  return JSON.parse(stdout).engines[0].findings[0].fingerprint;
}

describe('ratchetr check', () => {
  it('runs a real tool on a real repository and ends with 0 when there is nothing to say', async () => {
    const cwd = await repository({ 'src/a.py': 'X = 1\n' });
    const { code, stdout, stderr } = await runCli(cwd, ['check'], env);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^ruff: started\nruff: 0 findings in \d+\.\d s\n$/);
    expect(stdout).toMatch(/ruff \d+\.\d+\.\d+ +target +clean +0 +0 +0 .* run\n/);
  });

  it('shows each finding at its place and ends with 1', async () => {
    const cwd = await repository({ 'src/a.py': 'import os\n', 'b.py': 'print(x)\n' });
    const { code, stdout } = await runCli(cwd, ['check'], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/src\/a\.py\n.*1:8.*`os` imported but unused.*ruff F401/);
    expect(stdout).toMatch(/b\.py\n.*1:7.*Undefined name `x`.*ruff F821/);
  });

  it('runs current on the paths that were given and target on everything', async () => {
    const cwd = await repository({ 'src/a.py': 'import os\n', 'b.py': 'print(x)\n' });
    const { stdout } = await runCli(cwd, ['check', './src/', '--format', 'json'], env);
    const { engines: checked, has_diagnostics: diagnostics } = JSON.parse(stdout);
    expect(diagnostics).toBe(true);
    expect(checked).toMatchObject([
      { outcome: { plan: { mode: 'current', scope: ['src'] }, findings: 1, origin: 'run' } },
      { outcome: { plan: { mode: 'target', scope: ['.'] }, findings: 2, origin: 'run' } },
    ]);
    const [ofCurrent] = checked[0].findings;
    expect(checked[1].findings.map((one: { fingerprint: string }) => one.fingerprint)).toContain(
      ofCurrent.fingerprint,
    );
    expect(ofCurrent).toMatchObject({ filePath: 'src/a.py', line: 1, severity: 'high' });
  });

  it('runs equal plans once: the same paths in another order, twice', async () => {
    const cwd = await repository({
      'src/a.py': '',
      'b.py': '',
      'ratchetr.yaml': 'scope: { paths: [src, b.py] }',
    });
    const argv = ['check', './b.py', 'src', 'src/', '--format', 'json'];
    const { stdout } = await runCli(cwd, argv, env);
    expect(JSON.parse(stdout).engines).toMatchObject([{ outcome: { plan: { mode: 'target' } } }]);
  });

  it('keeps a finding under its name when its line moves', async () => {
    const before = await fingerprintIn('def f():\n    return unknown\n');
    expect(before).toMatch(/^rtchr1:/);
    expect(await fingerprintIn('# new\n\n\nX = 1\n\n\ndef f():\n    return unknown\n')).toBe(
      before,
    );
  });

  it('tells a broken configuration of the tool from findings: 3, and nothing in the totals', async () => {
    const cwd = await repository({ 'a.py': 'import os\n', 'ruff.toml': 'line-length = "wide"\n' });
    const { code, stdout, stderr } = await runCli(cwd, ['check'], env);
    expect(code).toBe(3);
    expect(stdout).toMatch(/Engines that failed; in no total\n {2}ruff target: CONFIG_INVALID: /);
    expect(stdout).toContain('0 new findings');
    expect(stderr).toContain('engine failed');
  });

  it('says how to get a tool that is missing', async () => {
    const cwd = await tempFolder();
    await writeFile(join(cwd, 'ruff.toml'), '');
    await writeFile(join(cwd, 'ratchetr.yaml'), 'tools: { ruff: [./no-such-program] }\n');
    const { code, stdout } = await runCli(cwd, ['check'], env);
    expect(code).toBe(3);
    expect(stdout).toMatch(/ruff target: TOOL_NOT_FOUND: /);
  });

  it('refuses what it cannot plan, and says so', async () => {
    const cwd = await repository({});
    const unknown = await runCli(cwd, ['check', '--engine', 'roff'], env);
    expect(unknown.code).toBe(2);
    expect(unknown.stdout).toContain('UNKNOWN_ENGINE');
    const outside = await runCli(cwd, ['check', '../elsewhere'], env);
    expect(outside.code).toBe(2);
    expect(outside.stdout).toContain('OUTSIDE_ROOT');
    await writeFile(join(cwd, 'ratchetr.yaml'), 'engines: { ruff: { paths: [] } }\n');
    const empty = await runCli(cwd, ['check'], env);
    expect(empty.code).toBe(2);
    expect(empty.stdout).toContain('EMPTY_SCOPE');
  });

  it('lets a profile bring an engine in, and says which one is switched off', async () => {
    const cwd = await tempFolder();
    await linkEnvironment(cwd);
    const off = 'engines: { ruff: { enabled: false } }\n';
    const profiles = 'profiles: { all: { engines: { ruff: { enabled: true } } } }\n';
    await writeFile(join(cwd, 'ratchetr.yaml'), off + profiles);
    expect((await runCli(cwd, ['check'], env)).stdout).toContain('ruff: it is switched off');
    const brought = await runCli(cwd, ['check', '--set', 'profile=all'], env);
    expect(brought.stdout).toMatch(/ruff \S+ +target +clean/);
  });

  it('lets --set beat the environment', async () => {
    const cwd = await repository({ 'a/a.py': 'import os\n', 'b/b.py': '' });
    const set = ['check', '--format', 'json', '--set', 'scope.paths=[a]'];
    const { stdout } = await runCli(cwd, set, { ...env, RATCHETR_SCOPE_PATHS: '[b]' });
    expect(JSON.parse(stdout).engines).toMatchObject([{ outcome: { plan: { scope: ['a'] } } }]);
  });

  it('says that nobody has anything to do, and why', async () => {
    const { code, stdout } = await runCli(await tempFolder(), ['check'], env);
    expect(code).toBe(4);
    expect(stdout).toMatch(
      /ruff: no ruff.toml[^]*Nothing was judged: no engine has anything to do/,
    );
  });
});
