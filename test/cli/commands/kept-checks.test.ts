import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkReport, type CheckReport } from '#model/check-report.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { runCli } from './run-cli.ts';
import { aLine, env, shEngine, yaml } from './sh-engines.ts';

const wordy = `${aLine('bad')}; echo "why it is bad" >&2`;

async function checked(engine: object = shEngine(wordy)) {
  const repository = await gitRepository({
    'ratchetr.yaml': yaml({ engines: { odd: engine } }),
    'src/a.txt': 'a\n',
    'src/deep/b.txt': 'b\n',
  });
  const caches = await tempFolder();
  const cli = (argv: readonly string[], cwd = repository.root) =>
    runCli(cwd, argv, { ...env, XDG_CACHE_HOME: caches });
  const check = async (...argv: readonly string[]) => {
    const { stdout } = await cli(['check', '--format', 'json', ...argv]);
    return checkReport.parse(JSON.parse(stdout));
  };
  return { repository, caches, cli, check, report: await check() };
}

/** The name that a finding gives, and with it the run. */
function refOf({ engines }: CheckReport): readonly [string, string] {
  const [finding] = engines.flatMap(({ findings }) => findings);
  return [finding?.runId ?? '', finding?.rawRef ?? ''];
}

describe('a check by hand', () => {
  it('keeps what its tools wrote, under the name that findings give', async () => {
    const { report, cli } = await checked();
    const [run, name] = refOf(report);
    expect(run).toBe(report.run);
    const { code, stdout } = await cli(['show', run, '--artifact', name]);
    expect(code).toBe(0);
    expect(stdout).toContain('src/a.txt:1:1: error: bad [r1]');
    expect(stdout).toContain('why it is bad');
  });

  it('is shown as it was told, and lists what is kept', async () => {
    const { report, cli, repository } = await checked();
    const [, name] = refOf(report);
    const { stdout } = await cli(['show', 'check'], join(repository.root, 'src/deep'));
    expect(stdout).toContain('1 new finding. Exit code 1.');
    expect(stdout).toContain(`  ${name}\n`);
    const json = await cli(['show', report.run ?? '', '--format', 'json']);
    expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(report)));
  });

  it('keeps the log of an engine that failed', async () => {
    const { report, cli } = await checked(shEngine('echo "no such thing" >&2; exit 9'));
    const [engine] = report.engines;
    expect(engine?.outcome.error).not.toBeNull();
    const { stdout } = await cli(['show', 'check', '--artifact', engine?.rawRef ?? '']);
    expect(stdout).toContain('no such thing');
  });

  it('leads to what was written when the result was found, where it is known from before', async () => {
    const { check, cli, report, caches } = await checked();
    const again = await check();
    expect(again.engines[0]?.rawRef).toBe(report.engines[0]?.rawRef);
    expect(again.run).not.toBe(report.run);
    const { stdout } = await cli(['show', 'check', '--artifact', refOf(again)[1]]);
    expect(stdout).toContain('why it is bad');
    expect(await readdir(join(caches, 'ratchetr'))).toContain('checks');
  });

  it('writes nothing into the checkout, and refuses other names than those that are kept', async () => {
    const { repository, cli, caches } = await checked();
    expect(repository.git('status', '--porcelain', '--ignored').trim()).toBe('');
    const [folder = ''] = await readdir(join(caches, 'ratchetr/checks'));
    const [file] = await readdir(join(caches, 'ratchetr/checks', folder, 'reports'));
    const asked = ['show', 'check', '--artifact', `engines/../reports/${file}`];
    const { code, stderr } = await cli(asked);
    expect(code).toBe(2);
    expect(stderr).toContain('Nothing is kept of this check under the name');
  });

  it('is what `engines` says of how they do here', async () => {
    const files = {
      'ratchetr.yaml': yaml({ engines: { odd: shEngine('exit 127'), good: shEngine('true') } }),
    };
    const repository = await gitRepository(files);
    repository.git('checkout', '-q', '-b', 'topic');
    await repository.write({ 'README.md': 'A page.\n' });
    repository.commit('Write a page');
    const caches = await tempFolder();
    const cli = async (...argv: readonly string[]) =>
      (await runCli(repository.root, argv, { ...env, XDG_CACHE_HOME: caches })).stdout;
    expect(await cli('engines')).not.toContain('In this repository');
    await cli('check', '--base', 'main');
    expect(await cli('engines')).toMatch(
      /In this repository, by its last check, which compared with \w{7}:\n {2}good: healthy\n {2}odd: odd fails at the merge base too, so it judges nothing here: .*\n$/,
    );
  });

  it('is told where there is none', async () => {
    const { cli } = await checked();
    const other = await gitRepository({ 'a.txt': '' });
    const { code, stderr } = await cli(['show', 'check'], other.root);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No check of this repository is kept'),
    });
  });
});
