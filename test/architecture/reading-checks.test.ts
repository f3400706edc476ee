import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseLaw } from './law.ts';
import { importing, plantTree } from './planted-tree.ts';
import { misplacedFiles, rowsThatCallTheCommandLine, unreadImports } from './reading-checks.ts';

const law = parseLaw(readFileSync('docs/architecture.md', 'utf8'));

describe('checks of a reading', () => {
  it('notices an import that was not read', () => {
    const tree = plantTree(
      { 'lib/ratchet/a.ts': importing('node:fs', './b.ts', '#model/c.ts') },
      [],
    );
    onTestFinished(() => tree.remove());
    const edges = [{ from: 'lib/ratchet/a.ts', specifier: 'fs', to: 'fs' }];
    expect(unreadImports(tree.root, { files: ['lib/ratchet/a.ts'], edges })).toEqual([
      'lib/ratchet/a.ts: ./b.ts',
      'lib/ratchet/a.ts: #model/c.ts',
    ]);
  });

  it.each(['lib/loose.ts', 'lib/other/a.ts', 'lib/platform/loose.ts', 'lambdas/loose.ts'])(
    'notices a file without a row: %s',
    (path) => {
      expect(misplacedFiles([path], law)).toEqual([`${path} fits no row`]);
    },
  );

  it.each(['lib/model/utils/a.ts', 'lib/ratchet/helpers/a.ts', 'lambdas/tick/common/b/a.ts'])(
    'notices a folder named after a kind: %s',
    (path) => {
      expect(misplacedFiles([path], law)).toEqual([
        `${path} stands in a folder named after a kind`,
      ]);
    },
  );

  it('notices a row by which a room may import the command line', () => {
    const rows = [
      { name: 'worker', mayImport: ['base', 'cli'], packages: [] },
      { name: 'repair', mayImport: ['cli/context.ts'], packages: [] },
      { name: 'cli/launch.mjs', mayImport: ['cli/start.mjs'], packages: [] },
      { name: 'containers/x', mayImport: ['cli'], packages: [] },
    ];
    expect(rowsThatCallTheCommandLine({ rows, homes: [] })).toEqual(['worker', 'repair']);
    expect(rowsThatCallTheCommandLine(law)).toEqual([]);
  });
});
