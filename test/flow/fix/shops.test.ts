import { execFileSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pinnedNode, runToEnd } from '../../cli/start-program.ts';
import { engineTools } from '../../support/engine-tools.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { fix, triesOf } from './run-fix.ts';
import { linkModules, plantShop, shopAgent } from './shop.ts';
import { seenIn } from './seen.ts';

/** A checkout of a branch that has nothing to do with Ratchetr. */
async function checkout(root: string, branch: string): Promise<string> {
  const folder = await tempFolder();
  execFileSync('git', ['clone', '-q', '--branch', branch, root, folder]);
  return folder;
}

/** How each of these commands ends, with what it says where it is not content. */
async function endsOf(folder: string, commands: readonly (readonly string[])[]) {
  const ends: Record<string, string> = {};
  for (const argv of commands) {
    const { code, stdout, stderr } = await runToEnd(argv, { cwd: folder });
    ends[argv.slice(1).join(' ')] = code === 0 ? 'well' : `${code}\n${stdout}\n${stderr}`;
  }
  return ends;
}

describe('ratchetr fix repairs a project', () => {
  it('of Python, and its own tools are content with the branch', async () => {
    const { root, git } = await plantShop('python-shop');
    const { python, bin } = await engineTools();
    const before = seenIn(root);
    const { code, report } = await fix(root, ['--branch', 'fixes'], { env: shopAgent });
    expect(report.summary).toMatchObject({
      outcome: 'green',
      result: { kind: 'branch', name: 'fixes', commit: git('rev-parse', 'fixes') },
    });
    expect(code).toBe(0);
    expect(report.left).toEqual([]);
    expect(triesOf(report)).toMatchObject({
      'ruff-format shop/money.py': ['autofix: accepted'],
      'ruff shop/labels.py': ['command: accepted'],
      'mypy shop/stock.py': ['command: accepted'],
      'pytest tests/test_cart.py': ['command: accepted'],
      'coverage shop/discounts.py': ['command: accepted'],
    });
    const folder = await checkout(root, 'fixes');
    await symlink(join(bin, '..'), join(folder, '.venv'));
    const commands = [
      [python, '-m', 'ruff', 'check', '--no-cache', '.'],
      [python, '-m', 'ruff', 'format', '--no-cache', '--check', '.'],
      [python, '-m', 'mypy', '--cache-dir=/dev/null', '.'],
      [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--cov', '--cov-fail-under=100'],
    ];
    expect(Object.values(await endsOf(folder, commands))).toEqual(commands.map(() => 'well'));
    git('branch', '-D', 'fixes');
    expect(seenIn(root)).toEqual(before);
  });

  it('of TypeScript, and its own tools are content with the branch', async () => {
    const { root } = await plantShop('ts-shop');
    const { code, report } = await fix(root, ['--branch', 'fixes'], { env: shopAgent });
    expect(report.summary).toMatchObject({ outcome: 'green', result: { kind: 'branch' } });
    expect(code).toBe(0);
    expect(triesOf(report)).toMatchObject({
      'oxlint src/labels.ts': ['command: accepted'],
      'tsc src/stock.ts': ['command: accepted'],
      'vitest test/cart.test.ts': ['command: accepted'],
      'eslint scripts/release.js': ['command: accepted'],
    });
    const folder = await checkout(root, 'fixes');
    await linkModules(folder);
    const commands = [
      [pinnedNode, 'node_modules/eslint/bin/eslint.js', '.'],
      [pinnedNode, 'node_modules/oxlint/bin/oxlint', '--deny-warnings'],
      [pinnedNode, 'node_modules/typescript/bin/tsc', '-p', '.'],
      [pinnedNode, 'node_modules/vitest/vitest.mjs', 'run'],
    ];
    expect(Object.values(await endsOf(folder, commands))).toEqual(commands.map(() => 'well'));
  });
});
