import { expect, it, onTestFinished } from 'vitest';
import { onlyTested } from '../../bench/house/reached.ts';
import { plantTree } from './planted-tree.ts';

it('what a test alone imports is found: a file, an export, a type', () => {
  expect(
    unreachable({
      'lib/cli/main.ts': "import { used } from '#base/used.ts';\nused();\n",
      'lib/base/used.ts': `
        export function used(): number { return inner(); }
        export function inner(): number { return 1; }
        export function onlyTested(): number { return 2; }
        export interface OnlyTested { readonly one: 1 }`,
      'lib/base/dead.ts': 'export const dead = 1;\n',
      'lib/engines/_template/engine.ts': 'export const engine = {};\n',
      'lambdas/tick/handler.ts': "export { dated as handler } from './dated.ts';\n",
      'lambdas/tick/dated.ts': 'export const dated = 1;\n',
      'test/base/dead.test.ts': `
        import { dead } from '#base/dead.ts';
        import { inner, onlyTested, type OnlyTested } from '#base/used.ts';
        export const all = [dead, inner(), onlyTested()];
        export const typed: OnlyTested = { one: 1 };`,
    }),
  ).toEqual(['lib/base/dead.ts', 'lib/base/used.ts onlyTested', 'lib/base/used.ts OnlyTested']);
});

function unreachable(files: Readonly<Record<string, string>>): readonly string[] {
  const tree = plantTree(files, []);
  onTestFinished(() => tree.remove());
  return onlyTested(tree.root);
}
