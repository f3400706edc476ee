import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { gitRepository } from '../../support/git-repository.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix, triesOf } from './run-fix.ts';

const writer = join(import.meta.dirname, '../../fixtures/programs/write-files.mjs');

const shop = (sum: string): string => `def total(a, b):\n    return a ${sum} b\n`;

const failing = `
def test_total():
    assert total(1, 2) == 3
`;

/** A shop whose total is wrong, and more tests; its agent repairs the total, and leaves a mark that it was asked. */
async function planted(more: (marks: string) => string, sum = '-') {
  const marks = await tempFolder();
  const asked = join(marks, 'asked');
  const repaired = JSON.stringify({ 'shop.py': shop('+') });
  const agent = ['sh', '-c', `: > '${asked}'; exec "$@"`, 'sh', process.execPath, writer, repaired];
  const { root } = await gitRepository({
    'pytest.ini': '[pytest]\n',
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      check: { engines: ['pytest'] },
      agents: { order: ['command'], settings: { command: { command: agent } } },
      retry: { maxAttempts: 1 },
    }),
    'shop.py': shop(sum),
    'test_shop.py': `import os, pytest\nfrom shop import total\n${failing}${more(marks)}`,
  });
  await linkEnvironment(root);
  const { report } = await fix(root, ['--apply']);
  return { summary: report.summary, tries: triesOf(report), isAsked: existsSync(asked) };
}

const accepted = { 'pytest test_shop.py': ['command: accepted'] };

/** It holds what no copy has, nor shares with another one. */
const named = (body: string) => () =>
  `
@pytest.mark.parametrize("path", [os.path.dirname(os.getcwd()).replace("/", ":")])
def test_of_folder(path):
    ${body}
`;

const onlyAtHome = () => `
def test_history():
    assert os.path.exists(".git")
`;

/** It fails in the first run, and in no other. */
const once = (marks: string) => `
def test_once():
    first = not os.path.exists("${marks}/ran")
    open("${marks}/ran", "w").close()
    assert not first
`;

describe('before an agent is paid, the tree is judged once more', () => {
  it('which changes nothing where all runs say the same', async () => {
    const { summary, tries } = await planted(() => '');
    expect(tries).toEqual(accepted);
    expect(summary).toMatchObject({ outcome: 'green', sentence: 'The only finding is repaired.' });
  });

  it('so that names that hold a place cost no repair', async () => {
    const { summary, tries } = await planted(named('assert path'));
    expect(tries).toEqual(accepted);
    expect(summary).toMatchObject({ outcome: 'green', dropped: [] });
  });

  it('so that nobody is paid where a failure has another name each time', async () => {
    const { summary, isAsked } = await planted(named('assert not path'));
    expect(isAsked).toBe(false);
    expect(summary).toMatchObject({ outcome: 'failed', toRepair: { before: 2, after: 2 } });
    expect(summary?.sentence).toMatch(/have other names in each run, such as .*test_of_folder/);
  });

  it('so that what fails in copies alone is left alone, and named', async () => {
    const { summary, tries } = await planted(onlyAtHome);
    expect(tries).toEqual(accepted);
    expect(summary).toMatchObject({ outcome: 'better', toRepair: { before: 1, after: 0 } });
    expect(summary?.sentence).toMatch(
      /copies of the project only, .*\(test_shop.py::test_history\)/,
    );
  });

  it('so that nobody is paid where all that fails does so in copies alone', async () => {
    const { summary, isAsked } = await planted(onlyAtHome, '+');
    expect(isAsked).toBe(false);
    expect(summary?.outcome).toBe('failed');
    expect(summary?.sentence).toMatch(/test_history.* So no repair could be proved here\.$/);
  });

  it('so that a flaky test is called flaky, and nobody is paid for it', async () => {
    const { summary, isAsked } = await planted(once, '+');
    expect(isAsked).toBe(false);
    expect(summary?.sentence).toMatch(/^pytest is flaky here: .*\(test_shop.py::test_once\)/);
  });

  it('so that a flaky test costs no repair of another', async () => {
    const { summary, tries } = await planted(once);
    expect(tries).toEqual(accepted);
    expect(summary).toMatchObject({ outcome: 'better', dropped: [] });
    expect(summary?.sentence).toContain('pytest is flaky here');
  });
});
