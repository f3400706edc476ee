import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

const passing = 'def test_one():\n    assert True\n\n\ndef test_two():\n    assert True\n';
const failing = 'def helper(x):\n    assert x == 2\n\n\ndef test_one():\n    helper(1)\n';

/** Two Python roots with tests of the same names. */
async function monorepo(api: string, web: string): Promise<GitRepository> {
  const repository = await gitRepository({
    '.gitignore': '.venv\n.ratchetr\n',
    'api/pyproject.toml': '[tool.pytest.ini_options]\n',
    'api/tests/test_it.py': api,
    'web/pyproject.toml': '[tool.pytest.ini_options]\n',
    'web/tests/test_it.py': web,
  });
  await linkEnvironment(repository.root);
  const { code } = await runCli(repository.root, ['baseline', '--record'], env);
  expect(code).toBe(0);
  return repository;
}

async function check({ root }: GitRepository): Promise<CheckReport> {
  const { stdout } = await runCli(root, ['check', '--format', 'json'], env);
  return JSON.parse(stdout);
}

function components({ vector }: CheckReport): readonly string[] {
  return vector.components.map(({ sentence }) => sentence);
}

describe('two roots with tests of the same names', () => {
  it('lose a test each for itself', async () => {
    const repository = await monorepo(passing, passing);
    await repository.write({ 'web/tests/test_it.py': passing.slice(0, passing.indexOf('\n\n\n')) });
    const report = await check(repository);
    expect(report.exit).toBe(1);
    expect(components(report)).toContain('lost tests: also web/tests/test_it.py::test_two.');
  });

  it('skip a test each for itself', async () => {
    const skipping = passing.replace('def', '@__import__("pytest").mark.skip\ndef');
    const repository = await monorepo(skipping, passing);
    await repository.write({ 'web/tests/test_it.py': skipping });
    expect(components(await check(repository))).toContain(
      'skipped tests: also web/tests/test_it.py::test_one.',
    );
  });

  it('lose no test by a rename', async () => {
    const repository = await monorepo(passing, passing);
    repository.git('mv', 'web/tests/test_it.py', 'web/tests/test_that.py');
    const report = await check(repository);
    expect(report.exit).toBe(0);
    expect(components(report)).toContain('lost tests: unchanged.');
  });

  it('have failures of their own, which stay the same by a rename', async () => {
    const repository = await monorepo(failing, passing);
    repository.git('mv', 'api/tests/test_it.py', 'api/tests/test_that.py');
    const moved = await check(repository);
    expect(moved.exit).toBe(0);
    expect(findingsOf(moved)).toEqual([['api/tests/test_that.py', 'tolerated']]);
    await repository.write({ 'web/tests/test_it.py': failing });
    const both = await check(repository);
    expect(both.exit).toBe(1);
    expect(findingsOf(both)).toEqual([
      ['api/tests/test_that.py', 'tolerated'],
      ['web/tests/test_it.py', 'new'],
    ]);
  });
});

describe('a root inside of another', () => {
  it('alone measures its files, whatever tests outside of it reach', async () => {
    const inner = 'def one():\n    return 1\n';
    const repository = await gitRepository({
      '.gitignore': '.venv\n.ratchetr\n',
      '.coveragerc': '[run]\nsource = .\n',
      'pytest.ini': '[pytest]\ntestpaths = tests\n',
      'tests/test_out.py': 'import pkg.core\n\ndef test_out():\n    pkg.core.one()\n',
      'pkg/core.py': inner,
      'pkg/pyproject.toml': '[tool.coverage.run]\nsource = ["."]\n',
      'pkg/tests/test_in.py': 'import core\n\ndef test_in():\n    assert core\n',
    });
    await linkEnvironment(repository.root);
    await runCli(repository.root, ['baseline', '--record'], env);
    await repository.write({ 'pkg/core.py': `${inner}\n\ndef two():\n    return one()\n` });
    const report = await check(repository);
    expect(findingsOf(report)).toEqual([['pkg/core.py', 'new']]);
    expect(components(report)).toContain('coverage of pkg/core.py: 2 of 4 lines.');
  });
});

function findingsOf({ engines }: CheckReport): unknown {
  return engines.flatMap(({ findings }) =>
    findings.map(({ filePath, status }) => [filePath, status]),
  );
}
