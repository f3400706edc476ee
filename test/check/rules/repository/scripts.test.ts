import { expect, it } from 'vitest';
import { findScriptCommands } from '#check/rules/repository/scripts.ts';
import { someFacts } from './some-facts.ts';

type Scripts = Readonly<Record<string, string>>;

function commandsOf(scripts: Scripts, program = 'mocha', files: readonly string[] = []) {
  return findScriptCommands(
    someFacts({ manifests: { 'a/package.json': { scripts } }, files }),
    'a',
    program,
  );
}

const plain = { env: {}, nodeArgs: [] };

it.each<readonly [string, Scripts, object]>([
  ['the script test', { test: 'mocha --exit test' }, { script: 'test', args: ['--exit', 'test'] }],
  [
    'a script that test runs, before others',
    {
      'test:a': 'mocha a',
      test: 'npm run lint && npm run unit',
      lint: 'eslint .',
      unit: 'mocha u',
    },
    { script: 'unit', args: ['u'] },
  ],
  [
    'a script that is named after tests',
    { lint: 'mocha lint', test: 'pnpm run "/^test:.*/"', 'test:spec': 'mocha' },
    { script: 'test:spec', args: [] },
  ],
  ['any script', { mocha: 'mocha x' }, { script: 'mocha', args: ['x'] }],
  ['one behind a launcher', { test: 'c8 --all npx mocha x' }, { script: 'test', args: ['x'] }],
  [
    'variables and options of Node',
    { test: 'A=1 cross-env B="2 3" node --no-warnings node_modules/mocha/bin/mocha.js x' },
    { script: 'test', env: { A: '1', B: '2 3' }, nodeArgs: ['--no-warnings'], args: ['x'] },
  ],
  [
    'one whose file has another name than its package',
    { test: 'node --expose-gc ./node_modules/mocha/dist/cli-wrapper.js x' },
    { script: 'test', nodeArgs: ['--expose-gc'], args: ['x'] },
  ],
  [
    'one that a script of the project starts',
    { test: 'node -r dotenv/config bin/with-certificates.js mocha x' },
    { script: 'test', nodeArgs: ['-r', 'dotenv/config'], args: ['x'] },
  ],
  [
    'no word that only a shell can fill',
    { test: 'mocha $FILES x' },
    { script: 'test', args: ['x'] },
  ],
])('finds %s', (_, scripts, command) => {
  expect(commandsOf(scripts)[0]).toEqual({ ...plain, ...command });
});

it.each<readonly [string, Scripts]>([
  ['another program', { test: 'jest' }],
  ['a word of another program', { test: 'echo mocha' }],
  ['a script of that name', { test: 'node scripts/mocha.js' }],
  ['what runs in another folder', { test: 'cd examples && mocha' }],
])('takes %s for none', (_, scripts) => {
  expect(commandsOf(scripts)).toEqual([]);
});

it('looks a pattern up as the shell does, and leaves one in quotes', () => {
  const files = ['a/t/b.js', 'a/t/a.js', 'a/t/in/c.js', 't/d.js'];
  const argsOf = (test: string) => commandsOf({ test }, 'mocha', files)[0]?.args;
  expect(argsOf('mocha t/*.js')).toEqual(['t/a.js', 't/b.js']);
  expect(argsOf('mocha ./t/**/*.js')).toEqual(['t/in/c.js']);
  expect(argsOf('mocha "t/*.js" x/*.js')).toEqual(['t/*.js', 'x/*.js']);
});

it('finds nothing where there are no scripts', () => {
  expect(findScriptCommands(someFacts({}), '.', 'mocha')).toEqual([]);
});
