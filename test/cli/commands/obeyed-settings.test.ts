import { describe, expect, it } from 'vitest';
import { engineTools } from '../../support/engine-tools.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from './run-cli.ts';
import { aLine, checkJson, env, shEngine, yaml } from './sh-engines.ts';

const { python } = await engineTools();

describe('scope.exclude', () => {
  it('leaves findings out, whatever the tool itself can be told', async () => {
    const script = `${aLine('kept', 'a/x.txt:1:1')}; ${aLine('left', 'b/y.txt:1:1')}`;
    const config = { engines: { two: shEngine(script) }, scope: { exclude: ['b'] } };
    const cwd = await plantFiles({ 'ratchetr.yaml': yaml(config), 'a/x.txt': '', 'b/y.txt': '' });
    const { report } = await checkJson(cwd, ['--mode', 'target']);
    expect(report.engines[0]?.findings.map(({ filePath }) => filePath)).toEqual(['a/x.txt']);
    const all = await checkJson(cwd, ['--mode', 'target', '--set', 'scope.exclude=[a, b]']);
    expect(all).toMatchObject({ code: 0, report: { engines: [{ findings: [] }] } });
  });

  it('keeps tests from being run', async () => {
    const config = { tools: { pytest: [python, '-m', 'pytest'] }, scope: { exclude: ['**/slow'] } };
    const cwd = await plantFiles({
      'ratchetr.yaml': yaml(config),
      'pytest.ini': '[pytest]\n',
      'tests/test_a.py': 'def test_a(): pass\n',
      'tests/slow/test_b.py': 'import os\ndef test_b(): os.mkdir("ran")\n',
    });
    const { code } = await checkJson(cwd, ['--engine', 'pytest']);
    expect(code).toBe(0);
    const { code: mistake } = await runCli(cwd, ['plan', '--set', 'projects=[ran]'], env);
    // What the test would have made is not there.
    expect(mistake).toBe(2);
  });
});

const planted = (projects: readonly string[]) =>
  plantFiles({
    'ratchetr.yaml': yaml({ projects, tools: { ruff: ['true'] } }),
    'ruff.toml': '',
    'web/a.py': '',
    'api/b.py': '',
    'file.py': '',
  });

describe('projects', () => {
  it('are where engines run, in place of what is found', async () => {
    const { report } = await checkJson(await planted(['./web/', 'api']), ['--mode', 'target']);
    expect(report.engines.map(({ outcome }) => outcome.plan.root)).toEqual(['api', 'web']);
  });

  it('that are no folders are a mistake, with its place', async () => {
    const cwd = await planted(['web', 'nosuch', 'file.py']);
    for (const command of ['check', 'plan', 'baseline']) {
      const { code, stderr } = await runCli(cwd, [command], env);
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /^ratchetr\.yaml:\d+: projects names "nosuch", "file\.py", which is no folder; /,
      );
    }
  });
});

describe('engines.x.profile', () => {
  it('is a mistake where the tool has no profiles', async () => {
    const engines = { ruff: { profile: 'black' } };
    const cwd = await plantFiles({ 'ratchetr.yaml': yaml({ engines }), 'ruff.toml': '' });
    const { code, stdout } = await runCli(cwd, ['check'], env);
    expect(code).toBe(2);
    expect(stdout).toContain('engines.ruff.profile is set, but ruff has no profiles; remove it.');
  });
});
