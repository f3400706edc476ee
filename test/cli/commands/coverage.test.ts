import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckReport } from '#model/check-report.ts';
import { linkEnvironment } from '../../support/engine-tools.ts';
import { type GitRepository, gitRepository } from '../../support/git-repository.ts';
import { runCli } from './run-cli.ts';

const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };

const cart = 'def total(x):\n    if x:\n        return 1\n    return 2\n';
const testCart = 'from shop.cart import total\n\ndef test_one():\n    assert total(1) == 1\n';
const untested = '\n\ndef discount(x):\n    y = x / 2\n    return y\n';
const testDiscount =
  'from shop.cart import discount\n\ndef test_d():\n    assert discount(4) == 2\n';

/** A repository with a gap of long ago, of which everything is recorded. */
async function recorded(): Promise<GitRepository> {
  const repository = await gitRepository({
    '.gitignore': '.venv\n.ratchetr\n',
    '.coveragerc': '[run]\nsource = shop\nbranch = True\n',
    'shop/__init__.py': '',
    'shop/cart.py': cart,
    'shop/old.py': 'X = 1\n',
    'tests/test_cart.py': testCart,
    'tests/test_old.py': 'import shop.old\n\ndef test_x():\n    assert shop.old.X == 1\n',
  });
  await linkEnvironment(repository.root);
  const { code, stdout } = await runCli(repository.root, ['baseline', '--record'], env);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'coverage: 0 findings recorded\npytest: 0 findings recorded\n',
  });
  return repository;
}

async function check({ root }: GitRepository): Promise<CheckReport> {
  const { stdout } = await runCli(root, ['check', '--format', 'json'], env);
  return JSON.parse(stdout);
}

/** All that got worse. */
function worse({ vector }: CheckReport): readonly string[] {
  return vector.components
    .filter(({ result }) => result === 'worse')
    .map(({ sentence }) => sentence);
}

describe('coverage that was recorded', () => {
  it('has nothing to say of a tree that is as it was, whatever gaps it has', async () => {
    const report = await check(await recorded());
    expect(report).toMatchObject({ exit: 0, vector: { acceptable: true } });
    expect(report.engines).toMatchObject([
      { outcome: { category: 'success', completeness: { kind: 'complete' } }, findings: [] },
      { outcome: { category: 'success' }, findings: [] },
    ]);
    expect(report.vector.components).toContainEqual({
      component: 'coverage of shop/cart.py',
      measures: { kind: 'coverage', path: 'shop/cart.py' },
      result: 'same',
      sentence: 'coverage of shop/cart.py: 4 of 6 lines.',
    });
  });

  it('gets worse by a function that no test reaches, told at its lines', async () => {
    const repository = await recorded();
    await repository.write({ 'shop/cart.py': cart + untested });
    const report = await check(repository);
    expect(report.exit).toBe(1);
    expect(worse(report)).toEqual([
      'new findings of coverage: 1, was 0.',
      'coverage of shop/cart.py: 5 of 9 lines, was 4 of 6.',
    ]);
    expect(report.engines[0]).toMatchObject({
      outcome: { category: 'diagnostic', findings: 1 },
      counts: { new: 1, tolerated: 0, fixed: 0 },
      findings: [
        {
          tool: 'coverage',
          kind: 'coverage_gap',
          symbol: 'uncovered-lines',
          filePath: 'shop/cart.py',
          line: 8,
          message: 'These 2 lines were added and no test reaches them.',
        },
      ],
    });
  });

  it('gets no worse by code that comes with its test', async () => {
    const repository = await recorded();
    const files = { 'shop/cart.py': cart + untested, 'tests/test_more.py': testDiscount };
    await repository.write(files);
    const report = await check(repository);
    expect(worse(report)).toEqual([]);
    expect(report).toMatchObject({ exit: 0, engines: [{ findings: [] }, { findings: [] }] });
    expect(report.vector.components).toContainEqual({
      component: 'coverage of shop/cart.py',
      measures: { kind: 'coverage', path: 'shop/cart.py' },
      result: 'better',
      sentence: 'coverage of shop/cart.py: 7 of 9 lines, was 4 of 6.',
    });
  });

  it('gets worse by a test that reaches less than before', async () => {
    const repository = await recorded();
    const less = testCart.replace('total(1) == 1', 'total');
    await repository.write({ 'tests/test_cart.py': less });
    const report = await check(repository);
    expect(report).toMatchObject({ exit: 1, engines: [{ findings: [] }, { findings: [] }] });
    expect(worse(report)).toEqual(['coverage of shop/cart.py: 1 of 6 lines, was 4 of 6.']);
  });

  it('is not compared where tests fail, for they may have reached more', async () => {
    const repository = await recorded();
    const wrong = testCart.replace('== 1', '== 3');
    await repository.write({ 'shop/cart.py': cart + untested, 'tests/test_cart.py': wrong });
    const report = await check(repository);
    expect(report.engines).toMatchObject([
      {
        outcome: {
          category: 'diagnostic',
          completeness: { kind: 'partial' },
          rawExit: 1,
          exit: 1,
        },
        findings: [{ filePath: 'shop/cart.py', line: 8 }],
      },
      { findings: [{ testId: 'tests/test_cart.py::test_one' }] },
    ]);
    expect(worse(report)).toEqual([
      'new findings of coverage: 1, was 0.',
      'new findings of pytest: 1, was 0.',
    ]);
    expect(report.vector.components.map(({ component }) => component)).not.toContain(
      'coverage of shop/cart.py',
    );
  });

  it('does not miss a file that was deleted, but pytest misses its test', async () => {
    const repository = await recorded();
    for (const path of ['shop/old.py', 'tests/test_old.py']) {
      await rm(join(repository.root, path));
    }
    const report = await check(repository);
    expect(worse(report)).toEqual(['lost tests: also tests/test_old.py::test_x.']);
    expect(report.exit).toBe(1);
  });

  it('misses nothing in a file that was renamed', async () => {
    const repository = await recorded();
    repository.git('mv', 'shop/cart.py', 'shop/basket.py');
    repository.git('mv', 'tests/test_cart.py', 'tests/test_basket.py');
    await repository.write({ 'tests/test_basket.py': testCart.replace('cart', 'basket') });
    const report = await check(repository);
    expect(worse(report)).toEqual([]);
    expect(report.exit).toBe(0);
  });

  it('is beside a test that is skipped now', async () => {
    const repository = await recorded();
    const marked = testCart.replace('def test', '@pytest.mark.skip\ndef test');
    await repository.write({ 'tests/test_cart.py': `import pytest\n${marked}` });
    const report = await check(repository);
    expect(report.exit).toBe(1);
    expect(worse(report)).toEqual([
      'skipped tests: also tests/test_cart.py::test_one.',
      'suppressions added: 1, was 0.',
      'coverage of shop/cart.py: 1 of 6 lines, was 4 of 6.',
    ]);
  });
});
