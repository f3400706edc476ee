import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { runCli } from '../../cli/commands/run-cli.ts';
import { engineTools, linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { makeEnvironment } from '../../support/python-source.ts';

const files = {
  '.gitignore': '.venv\nruns\n',
  '.coveragerc': '[run]\nsource = shop\n[report]\nfail_under = 100\n',
  'pytest.ini': '[pytest]\n',
  'conftest.py': 'open("runs", "a").write("one\\n")\n',
  'shop/__init__.py': 'def one():\n    return 1\n',
  'test_shop.py': 'import shop\n\ndef test_one():\n    assert shop.one() == 1\n',
};

/** A project with a line that its tests do not reach and that is not in its last commit. */
async function plantProject(own: Readonly<Record<string, string>> = {}): Promise<string> {
  const { root, write } = await gitRepository({ ...files, ...own });
  await write({ 'shop/__init__.py': 'def one():\n    return 1\n\n\ndef two():\n    return 2\n' });
  return root;
}

async function check(folder: string, ...args: readonly string[]) {
  const argv = ['check', '--no-cache', '--format', 'json', '--mode', 'target', ...args];
  const { stdout } = await runCli(folder, argv, { PATH: '/usr/bin:/bin' });
  const report: CheckReport = JSON.parse(stdout);
  const found = report.engines.map(({ outcome, findings }) => [
    outcome.plan.engine,
    outcome.category,
    findings.map(({ filePath, line }) => `${filePath} ${line}`).join(),
  ]);
  const runs = await readFile(join(folder, 'runs'), 'utf8');
  return { found, runs: runs.trim().split('\n').length };
}

const both = [
  ['coverage', 'diagnostic', 'shop/__init__.py 6'],
  ['pytest', 'success', ''],
];

describe('tests and their coverage', () => {
  it('come from one run by pytest-cov', async () => {
    const folder = await plantProject();
    await linkEnvironment(folder);
    expect(await check(folder)).toEqual({ found: both, runs: 1 });
  });

  it('come from one run by coverage where there is no pytest-cov', async () => {
    const folder = await plantProject();
    await makeEnvironment(folder, (await engineTools()).python);
    expect(await check(folder)).toEqual({ found: both, runs: 1 });
  });

  it('come from one run that measures several processes', async () => {
    const parallel = '[run]\nsource = shop\nparallel = true\n';
    const folder = await plantProject({ '.coveragerc': parallel });
    await makeEnvironment(folder, (await engineTools()).python);
    expect(await check(folder)).toEqual({ found: both, runs: 1 });
  });

  it('are measured as pytest is told to', async () => {
    const addopts = '[pytest]\naddopts = --cov=shop --cov-fail-under=100\n';
    const folder = await plantProject({ 'pytest.ini': addopts, '.coveragerc': '' });
    await linkEnvironment(folder);
    expect(await check(folder)).toEqual({ found: both, runs: 1 });
  });

  it('can be had apart, and are where they are given different arguments', async () => {
    const folder = await plantProject({ 'ratchetr.yaml': 'engines: { pytest: { args: [-v] } }\n' });
    await makeEnvironment(folder, (await engineTools()).python);
    const alone = await check(folder, '--engine', 'coverage');
    expect(alone).toEqual({ found: both.slice(0, 1), runs: 1 });
    expect(await check(folder)).toEqual({ found: both, runs: 3 });
  });
});
