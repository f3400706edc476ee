import { describe, expect, it } from 'vitest';
import { jest } from '#engines/jest/engine.ts';
import { mocha } from '#engines/mocha/engine.ts';
import { nodeTest } from '#engines/node-test/engine.ts';
import { vitest } from '#engines/vitest/engine.ts';
import type { Engine } from '#engines/contract.ts';
import { someFacts } from '../check/rules/repository/some-facts.ts';
import { planOf } from './recorded.ts';

type Scripts = Readonly<Record<string, string>>;
type Manifests = Readonly<Record<string, unknown>>;

/** Where the tests of these roots run, or why nowhere. */
function placesOf(engine: Engine, manifests: Manifests, files: readonly string[] = []) {
  const facts = someFacts({ manifests, files });
  const roots = Object.keys(manifests)
    .filter((path) => path.endsWith('package.json'))
    .map((path) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.'));
  return roots.map((root) => {
    const found = engine.detect(facts, root);
    return found.kind === 'present' ? found.at : found.because;
  });
}

const workspace = (root: Manifests, inner: Manifests): Manifests => ({
  'package.json': { workspaces: ['p'], ...root },
  'p/package.json': inner,
});
const test = (command: string): { readonly scripts: Scripts } => ({ scripts: { test: command } });

describe('the tests of a repository run', () => {
  it('where a script starts them, with or without a configuration', () => {
    expect(placesOf(jest, { 'package.json': test('jest') })).toEqual(['.']);
    expect(placesOf(nodeTest, { 'package.json': test('tsx --test') })).toEqual(['.']);
    expect(placesOf(jest, workspace(test('turbo test'), test('jest')))).toEqual([
      expect.stringContaining('no configuration of jest'),
      'p',
    ]);
  });

  it('in the outermost folder whose script reaches them', () => {
    const inner = test('jest');
    expect(placesOf(jest, workspace(test('jest'), inner))).toEqual(['.', '.']);
    expect(placesOf(jest, workspace(test('jest test'), inner))).toEqual(['.', 'p']);
    expect(placesOf(mocha, workspace(test('mocha'), test('mocha')))).toEqual(['.', 'p']);
    expect(placesOf(mocha, workspace(test('mocha p/*/x.js'), test('mocha')))).toEqual(['.', '.']);
  });

  it('apart where a package configures and starts them by itself', () => {
    const inner = { ...test('jest'), jest: {} };
    expect(placesOf(jest, workspace(test('jest'), inner))).toEqual(['.', 'p']);
    const projects = { ...test('jest'), jest: { projects: ['p'] } };
    expect(placesOf(jest, workspace(projects, inner))).toEqual(['.', '.']);
    const file = { 'jest.config.js': { projects: true } };
    expect(placesOf(jest, { ...workspace(test('jest'), inner), ...file })).toEqual(['.', '.']);
  });

  it('in packages where a configuration above is only what they share', () => {
    const shared = { ...workspace({}, test('jest')), 'jest.config.js': {} };
    expect(placesOf(jest, shared)).toEqual([
      'jest.config.js configures it, but it is p that starts it',
      'p',
    ]);
  });

  it('where the runner is asked for and there are tests', () => {
    const asked = { 'package.json': { devDependencies: { jest: '30' } } };
    expect(placesOf(jest, asked, ['src/a.test.js'])).toEqual(['.']);
    expect(placesOf(jest, asked, ['src/a.js'])).toEqual([
      'package.json asks for jest, but there is no test for it',
    ]);
  });

  it('nowhere by a dependency alone where its script for tests starts something else', () => {
    const manifest = { ...test('node --test'), devDependencies: { jest: '30' } };
    const files = ['src/a.test.js'];
    expect(placesOf(jest, { 'package.json': manifest }, files)).toEqual([
      'package.json asks for jest, but its script test starts something else',
    ]);
    expect(placesOf(jest, { 'package.json': { ...manifest, jest: {} } }, files)).toEqual(['.']);
  });

  it('nowhere by a script that waits, writes or measures', () => {
    for (const command of ['vitest watch', 'vitest bench', 'vitest -u', 'vitest --ui']) {
      expect(placesOf(vitest, { 'package.json': test(command) })[0]).toContain('no configuration');
    }
    expect(placesOf(nodeTest, { 'package.json': test('node index.js') })[0]).toContain('no script');
  });
});

function startedBy(engine: Engine, command: string, scope = ['.']) {
  const facts = someFacts({ manifests: { 'package.json': test(command) } });
  const native = engine.native?.(facts, { root: '.', config: null }) ?? {};
  return engine.check.spec({ plan: planOf({ native, scope }), scratch: '/s' });
}

describe('a run has of its script', () => {
  it('the options and the paths, without what a check says itself', () => {
    const { args, env } = startedBy(
      mocha,
      'NODE_ENV=test mocha -r ts-node/register --reporter dot --check-leaks test/ test/acceptance/',
    );
    expect(args).toEqual([
      '-r',
      'ts-node/register',
      '--check-leaks',
      '--reporter',
      'json',
      '--reporter-option',
      'output=/s/mocha.json',
      'test/',
      'test/acceptance/',
    ]);
    expect(env).toEqual({ NODE_ENV: 'test' });
  });

  it('the options alone where paths were chosen', () => {
    const { args } = startedBy(jest, 'jest --selectProjects a b --ci src', ['x.test.js']);
    expect(args.slice(0, 3)).toEqual(['--selectProjects', 'a', 'b']);
    expect(args.slice(-2)).toEqual(['--runTestsByPath', 'x.test.js']);
  });

  it('what Node is told', () => {
    const { env } = startedBy(jest, 'node --experimental-vm-modules node_modules/.bin/jest');
    expect(env).toEqual({ NODE_OPTIONS: '--experimental-vm-modules' });
    expect(startedBy(nodeTest, 'node --import tsx --test t/*.ts').args.slice(-4)).toEqual([
      '--import',
      'tsx',
      '--test',
      't/*.ts',
    ]);
    expect(startedBy(nodeTest, 'tsx --test').args.slice(-3)).toEqual(['--import', 'tsx', '--test']);
  });

  it('no configuration but the one that is asked for', () => {
    const plan = planOf({
      native: { options: ['--config', 'a.js', '--bail', '-c=b.js'] },
      config: { path: 'mine.js', source: 'config' },
    });
    const { args } = jest.check.spec({ plan, scratch: '/s' });
    expect(args.slice(0, 3)).toEqual(['--bail', '--config', 'mine.js']);
  });
});
