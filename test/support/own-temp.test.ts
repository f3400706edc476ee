import { readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { pinnedNode, runToEnd } from '../cli/start-program.ts';
import { plantFiles } from './plant-files.ts';

/** Runs a file of tests whose one test does this. */
async function runTest(body: string) {
  const setup = resolve('test/support/own-temp.ts');
  const folder = await plantFiles({
    'vitest.config.js': `export default { test: { hookTimeout: 60_000, setupFiles: [${JSON.stringify(setup)}] } };\n`,
    'some.test.js': [
      `import { mkdtempSync, rmSync } from 'node:fs';`,
      `import { tmpdir } from 'node:os';`,
      `import { join } from 'node:path';`,
      `import { onTestFinished, test } from 'vitest';`,
      `test('it works', () => {`,
      `  const made = mkdtempSync(join(tmpdir(), 'forgotten-'));`,
      body,
      `});`,
    ].join('\n'),
  });
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  const before = await readdir(tmpdir());
  const vitest = resolve('node_modules/vitest/vitest.mjs');
  const { code, stdout, stderr } = await runToEnd([pinnedNode, vitest, 'run'], { cwd: folder });
  expect(await readdir(tmpdir())).toEqual(before);
  return { code, said: stdout + stderr };
}

it('fails a file of tests that leaves something behind, and names it', async () => {
  const { code, said } = await runTest('');
  expect(code).toBe(1);
  expect(said).toMatch(/Left behind among temporary files: forgotten-/);
});

it('leaves a file of tests alone that clears up when its test has finished', async () => {
  const { code, said } = await runTest('onTestFinished(() => rmSync(made, { recursive: true }));');
  expect([code, said]).toEqual([0, expect.any(String)]);
});
