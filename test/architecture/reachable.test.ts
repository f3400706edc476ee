import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { plantTree } from './planted-tree.ts';

const knip = resolve('node_modules/knip/bin/knip.js');
const config = resolve('knip.production.json');

const named = z.array(z.object({ name: z.string() }));
const report = z.object({
  issues: z.array(z.object({ file: z.string(), files: named, exports: named, types: named })),
});

it('what a test alone imports is found: a file, an export, a type', async () => {
  expect(
    await unreachable({
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
}, 30_000);

async function unreachable(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const tree = plantTree(files, []);
  onTestFinished(() => tree.remove());
  const told = ['--reporter', 'json', '--no-exit-code'];
  const flags = ['--production', '--config', config, '--directory', tree.root, ...told];
  const { stdout } = await promisify(execFile)(process.execPath, [knip, ...flags]);
  return report
    .parse(JSON.parse(stdout))
    .issues.flatMap((issue) => [
      ...issue.files.map(() => issue.file),
      ...[...issue.exports, ...issue.types].map(({ name }) => `${issue.file} ${name}`),
    ]);
}
