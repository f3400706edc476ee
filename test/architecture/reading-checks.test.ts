import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseLaw } from './law.ts';
import { importing, plantTree } from './planted-tree.ts';
import { misplacedFiles, unreadImports } from './reading-checks.ts';

const law = parseLaw(readFileSync('docs/architecture.md', 'utf8'));

describe('checks of a reading', () => {
  it('notices an import that was not read', () => {
    const tree = plantTree(
      { 'lib/steps/a.ts': importing('node:fs', './b.ts', '#domain/c.ts') },
      [],
    );
    onTestFinished(() => tree.remove());
    const edges = [{ from: 'lib/steps/a.ts', specifier: 'fs', to: 'fs' }];
    expect(unreadImports(tree.root, { files: ['lib/steps/a.ts'], edges })).toEqual([
      'lib/steps/a.ts: ./b.ts',
      'lib/steps/a.ts: #domain/c.ts',
    ]);
  });

  it.each(['lib/loose.ts', 'lib/other/a.ts', 'lib/adapters/loose.ts', 'lambdas/loose.ts'])(
    'notices a file without a row: %s',
    (path) => {
      expect(misplacedFiles([path], law)).toEqual([`${path} fits no row`]);
    },
  );

  it.each(['lib/domain/utils/a.ts', 'lib/steps/helpers/a.ts', 'lambdas/tick/common/b/a.ts'])(
    'notices a folder named after a kind: %s',
    (path) => {
      expect(misplacedFiles([path], law)).toEqual([
        `${path} stands in a folder named after a kind`,
      ]);
    },
  );
});
