import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { gitRepository } from '../../support/git-repository.ts';
import { pinnedNode, startProgram } from '../start-program.ts';

const launcher = resolve('lib/cli/launch.mjs');

/** Fails where another run of it goes on; ends once it is told to. */
const suite = `
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

test('has the checkout for itself', async () => {
  mkdirSync('.in-use');
  while (!existsSync('.go-on')) await wait(10);
  rmdirSync('.in-use');
});
`;

it('begins the tests of a checkout when those of another process have ended', async () => {
  const { root: cwd } = await gitRepository({
    'package.json': '{ "scripts": { "test": "node --test" } }\n',
    '.gitignore': '.in-use\n.go-on\n',
    'suite.test.mjs': suite,
  });
  const check = () => startProgram([pinnedNode, launcher, 'check', '--no-cache'], { cwd });
  const first = check();
  while (!existsSync(join(cwd, '.in-use'))) await new Promise(setImmediate);
  const second = check();
  await second.saying('Another process runs tests in this folder');
  await writeFile(join(cwd, '.go-on'), '');
  const ends = await Promise.all([first.ended, second.ended]);
  expect(ends.map(({ code, stderr }) => ({ code, stderr: code === 0 ? '' : stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
});
