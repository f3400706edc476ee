import { describe, expect, it } from 'vitest';
import { tsc } from '#engines/tsc/engine.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import { planOf } from '../recorded.ts';

type Scripts = Readonly<Record<string, string>>;

const factsOf = (scripts: Scripts, more: Readonly<Record<string, unknown>> = {}) =>
  someFacts({
    manifests: { 'package.json': { scripts }, 'tsconfig.json': {}, ...more },
    files: ['tsconfig.build.json'],
  });

it.each<readonly [string, Scripts]>([
  ['a script checks types', { build: 'vite build', types: 'npx tsc --noEmit' }],
  ['a script of a framework does', { build: 'next build' }],
  ['no script says anything', {}],
  ['the script is the one of npm', { test: 'echo "Error: no test specified" && exit 1' }],
])('types are checked where %s', (_, scripts) => {
  expect(tsc.detect(factsOf(scripts), '.').kind).toBe('present');
});

it('leaves a project alone whose own commands check no types', () => {
  expect(tsc.detect(factsOf({ build: 'rollup -c', test: 'vitest' }), '.')).toEqual({
    kind: 'absent',
    because: 'tsconfig.json configures it, but no command of the project checks types',
  });
});

it('knows a project that a command of another folder names', () => {
  const inner = { 'a/package.json': { scripts: { build: 'rollup' } }, 'a/tsconfig.json': {} };
  const from = (command: string) => tsc.detect(factsOf({ types: command }, inner), 'a').kind;
  expect(from('tsc -p a')).toBe('present');
  expect(from('tsc --project=a/tsconfig.json')).toBe('present');
  expect(from('tsc -p ab')).toBe('absent');
});

const kindOf = (scripts: Scripts) => tsc.detect(factsOf(scripts), '.').kind;

it('is not there for what only tells something, or judges the project of another folder', () => {
  expect(kindOf({ build: 'rollup', info: 'tsc --version' })).toBe('absent');
  expect(kindOf({ build: 'rollup', types: 'tsc -p packages/one' })).toBe('absent');
  expect(kindOf({ build: 'rollup', types: 'tsc -p ./tsconfig.build.json' })).toBe('present');
});

it.each([
  ['tsc --version && tsc -p tsconfig.build.json', 'tsconfig.build.json', []],
  ['tsc -p test/types/', 'test/types/tsconfig.json', []],
  ['tsc -p test/types/', 'test/types/tsconfig.json', ['tsconfig.json']],
])('%s is enough to check %s beside %j', (types, project, others) => {
  const facts = someFacts({
    manifests: { 'package.json': { scripts: { types } } },
    files: ['tsconfig.build.json', 'test/types/tsconfig.json', ...others],
  });
  expect(tsc.detect(facts, '.').kind).toBe('present');
  expect(tsc.native?.(facts, { root: '.', config: null })).toMatchObject({
    projects: [project],
  });
});

it('leaves a project to the member that it lies in', () => {
  const facts = someFacts({
    manifests: {
      'package.json': { workspaces: ['one'], scripts: { types: 'tsc -p one' } },
      'one/package.json': { name: 'one' },
      'one/tsconfig.json': {},
    },
  });
  expect(tsc.detect(facts, '.').kind).toBe('absent');
  expect(tsc.detect(facts, 'one').kind).toBe('present');
});

it.each([
  ['tsc -p tsconfig.build.json', 'tsconfig.build.json'],
  ['tsc --project ./tsconfig.build.json', 'tsconfig.build.json'],
  ['tsc', 'tsconfig.json'],
  ['tsc -p tsconfig.build.json && tsc --noEmit', 'tsconfig.json'],
  ['tsc -p tsconfig.nowhere.json', 'tsconfig.json'],
])('%s judges what %s names', (types, project) => {
  const native = tsc.native?.(factsOf({ types }), { root: '.', config: null }) ?? {};
  const { args } = tsc.check.spec({ plan: planOf({ native }), scratch: '/s' });
  expect(args[args.indexOf('-p') + 1]).toBe(project);
});

describe('several project files', () => {
  const projects = {
    'test/tsconfig.json': { extends: '../tsconfig.base.json' },
    'tsconfig.base.json': { compilerOptions: { noEmit: true } },
    'tsconfig.build.json': {},
  };
  const startOf = (types: string, version?: string) => {
    const facts = factsOf({ types }, projects);
    const native = tsc.native?.(facts, { root: '.', config: null }) ?? {};
    const { args, copies } = tsc.check.spec({ plan: planOf({ native }), scratch: '/s', version });
    const at = copies === undefined ? args.indexOf('-p') : args.indexOf('--diagnostics');
    return args.slice(at).join(' ');
  };

  it.each([
    ['tsc && tsc -p test', '--diagnostics --noEmit tsconfig.json test/tsconfig.json'],
    [
      'tsc --noEmit -p tsconfig.build.json && tsc -p test',
      '--diagnostics --noEmit tsconfig.build.json test/tsconfig.json',
    ],
    [
      'tsc -b tsconfig.build.json test && tsc',
      '--diagnostics --noEmit tsconfig.json test/tsconfig.json',
    ],
    ['tsc -p test && tsc -p tsconfig.build.json', '-p test/tsconfig.json'],
  ])('are judged together by %s where they are there to check', (types, args) => {
    expect(startOf(types, '5.9.3')).toBe(args);
  });

  it('are judged by the first of them where tsc is too old for all', () => {
    expect(startOf('tsc && tsc -p test', '5.5.4')).toBe('-p tsconfig.json');
  });
});

it.each([
  ['tsgo --noEmit', 'tsgo'],
  ['tsgo && tsc -p test', 'tsc'],
  ['tsc --noEmit', 'tsc'],
])('%s is run by %s where both compilers are installed', (types, bin) => {
  const native = tsc.native?.(factsOf({ types }), { root: '.', config: null }) ?? {};
  const program = tsc.plannedProgram?.(planOf({ native }));
  const ofVue = { package: 'vue-tsc', bin: 'vue-tsc' };
  expect(program).toMatchObject({ kind: 'node-bin', instead: [ofVue, { bin }] });
});
