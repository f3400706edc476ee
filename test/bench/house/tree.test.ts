import { afterEach, describe, expect, it } from 'vitest';
import { foldable } from '../../../bench/house/importers.ts';
import {
  allTypes,
  countDeps,
  countPicks,
  exportedTypes,
  moduleFunctions,
} from '../../../bench/house/names.ts';
import { readTree, type SourceFile } from '../../../bench/house/tree.ts';
import { type PlantedTree, plantTree } from '../../architecture/planted-tree.ts';

const planted: PlantedTree[] = [];

afterEach(() => {
  for (const tree of planted.splice(0)) tree.remove();
});

function plant(files: Readonly<Record<string, string>>): string {
  const tree = plantTree(files, []);
  planted.push(tree);
  return tree.root;
}

function read(files: Readonly<Record<string, string>>): readonly SourceFile[] {
  return readTree(plant(files));
}

describe('the tree', () => {
  it('is the TypeScript of the product, with what each file imports of it', () => {
    const files = read({
      'lib/model/a.ts': "import type { B } from './b.ts';\nexport type A = B;\n",
      'lib/model/b.ts': 'export type B = 1;\n',
      'lib/cli/start.mjs': "await import('./main.ts');\n",
      'lambdas/tick/handler.ts': "import * as z from 'zod';\nexport * from '#model/a.ts';\n",
      'test/a.test.ts': "import '#model/a.ts';\n",
    });
    expect(files.map(({ path, imports }) => [path, [...imports]])).toEqual([
      ['lambdas/tick/handler.ts', ['lib/model/a.ts']],
      ['lib/model/a.ts', ['lib/model/b.ts']],
      ['lib/model/b.ts', []],
    ]);
  });
});

describe('names', () => {
  const files = {
    'lib/model/a.ts':
      'export interface Place { a: 1 }\ntype Known = 1;\nexport const run = () => 1;\n',
    'lib/model/b.ts': 'export type Place = Pick<B, 1>;\ninterface Known {}\nfunction run() {}\n',
    'lib/model/c.ts': 'type Place = 1;\nexport interface RunDeps {}\nexport const Known = 1;\n',
  };

  it('count exported types once for each file that has the name', () => {
    const { all, shared, twice } = exportedTypes(read(files));
    expect({ all, shared }).toEqual({ all: 3, shared: 2 });
    expect([...twice]).toEqual([['Place', ['lib/model/a.ts', 'lib/model/b.ts']]]);
  });

  it('count all types and all functions of modules alike', () => {
    const tree = read(files);
    expect([...allTypes(tree).twice.keys()]).toEqual(['Place', 'Known']);
    expect(allTypes(tree)).toMatchObject({ all: 6, shared: 5 });
    expect(moduleFunctions(tree)).toMatchObject({ all: 2, shared: 2 });
  });

  it('count a type that a file declares and exports under its own name only once', () => {
    const tree = read({
      'lib/model/a.ts': "export type { Place } from './b.ts';\n",
      'lib/model/b.ts': 'export interface Place {}\n',
    });
    expect(exportedTypes(tree)).toMatchObject({ all: 1, shared: 0 });
  });

  it('count what cuts types out of others, and bags', () => {
    const tree = read(files);
    expect([countPicks(tree), countDeps(tree)]).toEqual([1, 1]);
  });
});

describe('files that fit into their importer', () => {
  const importer =
    "import { a } from './a.ts';\nimport './in/b.ts';\nimport '../b/c.ts';\nimport './e.ts';\n";

  it('are near it, have no other importer, and fit', () => {
    const tree = read({
      'lib/model/main.ts': importer,
      'lib/model/a.ts': one(196),
      'lib/model/in/b.ts': one(1),
      'lib/b/c.ts': one(1),
      'lib/model/e.ts': one(1),
      'lib/model/other.ts': "import './e.ts';\n",
    });
    expect(foldable(tree)).toEqual(['lib/model/a.ts', 'lib/model/in/b.ts']);
    expect(foldable(read({ 'lib/model/main.ts': importer, 'lib/model/a.ts': one(197) }))).toEqual(
      [],
    );
  });

  it('leave what they import behind', () => {
    const imports = "import {\n  c,\n} from '#base/c.ts';\n".repeat(60);
    const tree = read({ 'lib/model/main.ts': importer, 'lib/model/a.ts': `${imports}${one(190)}` });
    expect(foldable(tree)).toEqual(['lib/model/a.ts']);
  });
});

function one(lines: number): string {
  return 'export const a = 1;\n'.repeat(lines);
}
