import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../cli/commands/run-cli.ts';
import { env } from '../../cli/commands/sh-engines.ts';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { fix, triesOf } from './run-fix.ts';

const writer = join(import.meta.dirname, '../../fixtures/programs/write-files.mjs');

const shop = (sum: string): string => `def total(a, b):\n    return a ${sum} b\n`;

/** Tests that are named after files of the checkout: one passes, one fails by the mistake, one fails for ever. */
const tests = `import os
import pytest
from shop import total

here = os.path.abspath(__file__)

@pytest.mark.parametrize("path", [here, os.path.dirname(here), os.getcwd()])
def test_is_there(path):
    assert os.path.exists(path)

@pytest.mark.parametrize("name", [os.path.basename(os.getcwd())])
def test_is_called(name):
    assert name

@pytest.mark.parametrize("path", [here])
def test_total(path):
    assert total(1, 2) == 3, path

@pytest.mark.parametrize("path", [here])
def test_old(path):
    raise KeyError(path)
`;

async function planted(): Promise<GitRepository> {
  const agent = [process.execPath, writer, JSON.stringify({ 'shop.py': shop('+') })];
  const repository = await gitRepository({
    'pytest.ini': '[pytest]\n',
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      agents: { order: ['command'], settings: { command: { command: agent } } },
      retry: { maxAttempts: 1 },
    }),
    'shop.py': shop('+'),
    'test_shop.py': tests,
  });
  await linkEnvironment(repository.root);
  return repository;
}

const record = ({ root }: GitRepository) => runCli(root, ['baseline', '--record'], env);

async function check({ root }: GitRepository) {
  const said = await runCli(root, ['check', '--base', 'main', '--format', 'json'], env);
  return JSON.parse(said.stdout);
}

describe('tests that are named after the folder they run in', () => {
  it('are the same at the start and at the end of a repair, and are chosen by their names', async () => {
    const repository = await planted();
    await record(repository);
    repository.git('checkout', '-qb', 'feature');
    await repository.write({ 'shop.py': shop('-') });
    repository.commit('Sell off');
    const { code, report } = await fix(repository.root, ['--apply', '--base', 'main']);
    expect(triesOf(report)).toEqual({ 'pytest test_shop.py': ['command: accepted'] });
    expect(report.summary).toMatchObject({ outcome: 'green', dropped: [] });
    const [task] = report.tasks;
    expect(JSON.stringify(task)).toContain('test_total[<repository>/test_shop.py]');
    expect(JSON.stringify(task)).not.toContain('/copies/');
    expect(code).toBe(0);
  });

  it('are the same in a copy of the base and in the checkout', async () => {
    const recorded = await planted();
    await record(recorded);
    const judgedThere = await planted();
    for (const repository of [recorded, judgedThere]) {
      repository.git('checkout', '-qb', 'feature');
      await repository.write({ 'README.md': 'A page.\n' });
      repository.commit('Write a page');
      const report = await check(repository);
      expect(report.exit).toBe(0);
      expect(report.engines[0]).toMatchObject({
        counts: { new: 0, tolerated: 1 },
        findings: [{ testId: 'test_shop.py::test_old[<repository>/test_shop.py]' }],
      });
    }
  });
});
