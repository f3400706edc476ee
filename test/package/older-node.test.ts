import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { npmPackages } from '../support/npm-packages.ts';

it('asks of Node 20 nothing that it does not have, or that does not come with the package', async () => {
  await npmPackages(resolve('.cache/older-types'), ['@types/node@20.19.43']);
  const tsc = resolve('node_modules/.bin/tsc');
  const args = ['-p', 'packaging/tsconfig.older-node.json'];
  const compiling = promisify(execFile)(tsc, args).then(
    () => '',
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  expect(await compiling).toBe('');
});
