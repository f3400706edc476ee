import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';
import { checkJson, env, shEngine, yaml } from './sh-engines.ts';

/** Says one finding in each path that it is given. */
const eachPath = shEngine('for path; do echo "$path:1:1: error: bad [r1]"; done');
const planted = () =>
  gitRepository({
    'ratchetr.yaml': yaml({ engines: { each: eachPath } }),
    'src/a.txt': 'a\n',
    'src/deep/b.txt': 'b\n',
    'test/c.txt': 'c\n',
  });

describe('in a folder of a repository', () => {
  it('the repository is judged, under its settings', async () => {
    const { root } = await planted();
    const { report } = await checkJson(join(root, 'src'), ['--mode', 'target']);
    expect(report.engines.map(({ outcome }) => outcome.plan)).toMatchObject([
      { engine: 'each', root: '.', scope: ['.'] },
    ]);
  });

  it('paths are relative to where the person stands', async () => {
    const { root } = await planted();
    const given = ['deep', '../test/c.txt', join(root, 'src/a.txt')];
    const { report } = await checkJson(join(root, 'src'), ['--mode', 'current', ...given]);
    const [one] = report.engines;
    expect(one?.outcome.plan.scope).toEqual(['src/a.txt', 'src/deep', 'test/c.txt']);
    const absent = await runCli(join(root, 'src'), ['check', 'src/a.txt'], env);
    expect(absent).toMatchObject({ code: 2, stderr: expect.stringContaining('src/src/a.txt') });
  });

  it('the other commands are about the repository as well', async () => {
    const { root } = await planted();
    const folder = join(root, 'src/deep');
    const plan = await runCli(folder, ['plan'], env);
    expect(plan.stdout).toContain('each: run target on . ');
    const config = await runCli(folder, ['config'], env);
    expect(config.stdout).toContain('engines.each.from = "command"');
    const accepted = await runCli(folder, ['accept', '--reason', 'known', '..'], env);
    expect(accepted).toMatchObject({ code: 0, stdout: 'each: 0 accepted\n' });
    const baseline = await runCli(folder, ['baseline', '--record'], env);
    expect(baseline.stdout).toContain('each: 1 finding recorded');
    const runs = await runCli(folder, ['runs'], env);
    expect(runs.code).toBe(0);
    const fix = await runCli(folder, ['fix', '--dry-run', 'b.txt'], env);
    expect(fix).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to repair') });
  });

  it('settings of that folder are not read, and that is said', async () => {
    const { root } = await planted();
    await writeFile(join(root, 'src/ratchetr.yaml'), 'enabled: maybe\n');
    const { code, stderr } = await runCli(join(root, 'src'), ['plan'], env);
    expect(code).toBe(0);
    expect(stderr).toContain('src/ratchetr.yaml is not read');
  });

  it('which the repository ignores, that folder stands for itself', async () => {
    const { root } = await planted();
    await writeFile(join(root, '.gitignore'), 'inner\n');
    await mkdir(join(root, 'inner'));
    await writeFile(
      join(root, 'inner/ratchetr.yaml'),
      yaml({ engines: { other: shEngine('true') } }),
    );
    const { report } = await checkJson(join(root, 'inner'));
    expect(report.engines.map(({ outcome }) => outcome.plan.engine)).toEqual(['other']);
  });
});

/** Git takes every folder for that of another user. */
async function gitOfOthers(): Promise<string> {
  const folder = await tempFolder();
  const script = '#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec /usr/bin/git "$@"\n';
  await writeFile(join(folder, 'git'), script);
  await chmod(join(folder, 'git'), 0o755);
  return folder;
}

describe('a repository that git refuses', () => {
  it('is told in the words of git, with its remedy, and is judged once that was followed', async () => {
    const { root } = await planted();
    const [programs, HOME] = [await gitOfOthers(), await tempFolder()];
    const own = { PATH: `${programs}:${env.PATH}`, HOME };
    for (const command of ['check', 'plan', 'config', 'baseline']) {
      const refused = await runCli(root, [command], own);
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain('detected dubious ownership');
      expect(refused.stderr).toContain(`git config --global --add safe.directory ${root}`);
    }
    await writeFile(join(HOME, '.gitconfig'), `[safe]\n\tdirectory = ${root}\n`);
    const { code, stdout } = await runCli(root, ['check', '--mode', 'target'], own);
    expect(stdout).toContain('Compared with');
    expect(code).toBe(1);
  });

  it('is not needed where there is no git at all', async () => {
    const folder = await tempFolder();
    await writeFile(join(folder, 'ratchetr.yaml'), yaml({ engines: { fine: shEngine('true') } }));
    expect(await runCli(folder, ['check'], { PATH: '/nowhere' })).toMatchObject({
      stderr: expect.not.stringContaining('git refuses'),
    });
  });
});
