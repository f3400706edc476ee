import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { fix, triesOf } from './run-fix.ts';
import { seenIn } from './seen.ts';
import { plantWords } from './words.ts';

const writer = join(import.meta.dirname, '../../fixtures/programs/write-files.mjs');

type Files = Readonly<Record<string, string>>;

/** An agent that writes these files, whatever its task. */
function writing(files: Files): readonly string[] {
  return [process.execPath, writer, JSON.stringify(files)];
}

/** A branch with a module that only half of a test reaches; nothing but its coverage is judged. */
async function plantUntested(agent: readonly string[]): Promise<GitRepository> {
  const repository = await gitRepository({
    '.coveragerc': '[run]\nsource = shop\n',
    'shop/__init__.py': '',
    'ratchetr.yaml': JSON.stringify({
      version: 1,
      check: { base: 'main' },
      engines: { pytest: { enabled: false } },
      agents: { order: ['command'], settings: { command: { command: agent } } },
      retry: { maxAttempts: 1 },
    }),
  });
  repository.git('checkout', '-qb', 'feature');
  await repository.write({
    'shop/cart.py': 'def total(x):\n    if x:\n        return 1\n    return 2\n',
    'tests/test_cart.py':
      'from shop.cart import total\n\n\ndef test_one():\n    assert total(1) == 1\n',
  });
  repository.commit('Add the cart');
  await linkEnvironment(repository.root);
  return repository;
}

const testOfTwo = (sum: number) =>
  `from shop.cart import total\n\n\ndef test_two():\n    assert total(0) == ${sum}\n`;

describe('a repair that misses one criterion of success is not taken', () => {
  it('every command must end with exit code 0', async () => {
    const { root } = await plantUntested(writing({ 'tests/test_two.py': testOfTwo(3) }));
    const before = seenIn(root);
    const { code, report } = await fix(root, ['--apply']);
    expect(triesOf(report)).toEqual({
      'coverage shop/cart.py': ['command: COMMAND_FAILED AGENT_LIED'],
    });
    expect(report.summary).toMatchObject({ outcome: 'unchanged', result: { kind: 'none' } });
    expect(code).toBe(1);
    expect(seenIn(root)).toEqual(before);
  });

  it('coverage must rise as much as was asked', async () => {
    const idle = 'from shop.cart import total\n\n\ndef test_again():\n    assert total(2) == 1\n';
    const { root } = await plantUntested(writing({ 'tests/test_two.py': idle }));
    const { code, report } = await fix(root, ['--apply']);
    expect(triesOf(report)).toEqual({
      'coverage shop/cart.py': ['command: COVERAGE_TOO_LOW AGENT_LIED'],
    });
    expect(code).toBe(1);
  });

  it('no more findings may be new than were allowed', async () => {
    const agent = writing({ 'src/a.txt': 'one\n', 'src/new.txt': 'BAD three\n' });
    const { root } = await plantWords({ files: { 'src/a.txt': 'BAD one\n' }, agent });
    const { code, report } = await fix(root, ['--apply']);
    expect(triesOf(report)).toEqual({ 'words src/a.txt': ['command: NEW_FINDINGS AGENT_LIED'] });
    expect(code).toBe(1);
  });

  it('a repair that meets them all is taken', async () => {
    const { root } = await plantUntested(writing({ 'tests/test_two.py': testOfTwo(2) }));
    const { code, report } = await fix(root, ['--apply']);
    expect(triesOf(report)).toEqual({ 'coverage shop/cart.py': ['command: accepted'] });
    expect(report.summary).toMatchObject({ outcome: 'green' });
    expect(code).toBe(0);
  });
});
