import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import * as z from 'zod';

const named = z.array(z.object({ name: z.string() }));
const report = z.object({
  issues: z.array(z.object({ file: z.string(), files: named, exports: named, types: named })),
});

/** The files and exports of a tree that no entry point of the product leads to. */
export function onlyTested(root: string): readonly string[] {
  const knip = resolve('node_modules/knip/bin/knip.js');
  const settings = ['--production', '--config', resolve('knip.production.json')];
  const told = ['--directory', resolve(root), '--reporter', 'json', '--no-exit-code'];
  const { stdout } = spawnSync(process.execPath, [knip, ...settings, ...told], {
    encoding: 'utf8',
  });
  return report
    .parse(JSON.parse(stdout))
    .issues.flatMap(({ file, files, exports, types }) => [
      ...files.map(() => file),
      ...[...exports, ...types].map(({ name }) => `${file} ${name}`),
    ]);
}
