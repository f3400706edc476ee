import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { EnginePlan } from '#model/engine-plan.ts';
import { repositoryWithVitest, toldOf } from './real.ts';

interface Row {
  readonly files: Readonly<Record<string, string>>;
  readonly plan?: Partial<EnginePlan>;
  /** What it amounts to, then its findings. */
  readonly is: readonly string[];
}

const sum = `export function sum(a: number, b: number): number {
  if (a === 13) throw new RangeError('unlucky');
  return a + b;
}
`;
const adds = `import { expect, it } from 'vitest';
import { sum } from '../src/sum.ts';
it('adds', () => {
  expect(sum(1, 2)).toBe(3);
});
`;
const green = { 'src/sum.ts': sum, 'test/sum.test.ts': adds };

const config = (text: string): Readonly<Record<string, string>> => ({
  'vitest.config.mjs': `export default { test: { ${text} } };\n`,
});

const testing = (body: string): Readonly<Record<string, string>> => ({
  'test/a.test.ts': `import { beforeAll, describe, expect, it } from 'vitest';\n${body}\n`,
});

/** The facts that were measured, one by one. */
const rows: Readonly<Record<string, Row>> = {
  'all tests pass': { files: green, is: ['success, 0'] },
  'a test fails': {
    files: {
      ...green,
      ...testing(
        "import { sum } from '../src/sum.ts';\ndescribe('sum', () => it('x', () => void sum(13, 1)));",
      ),
    },
    is: ['diagnostic, 1', 'high test/a.test.ts > sum > x @ test/a.test.ts:3 [RangeError] unlucky'],
  },
  '.only in CI': {
    files: testing("it.only('x', () => {});\nit('y', () => {});"),
    is: [
      'diagnostic, 1',
      'high test/a.test.ts > x @ test/a.test.ts:2 [Error] [Vitest] Unexpected .only modifier. Remove it or pass --allowOnly argument to bypass this error',
    ],
  },
  'no file matches': { files: {}, is: ['unknown, none, EMPTY_SCOPE, 0'] },
  'no file matches, which is allowed': {
    files: config('passWithNoTests: true'),
    is: ['unknown, none, EMPTY_SCOPE, 0'],
  },
  '-t matches nothing': {
    files: green,
    plan: { args: ['-t', 'zzz'] },
    is: ['unknown, none, EMPTY_SCOPE, 0'],
  },
  'all tests are skipped': {
    files: testing("it.skip('x', () => {});"),
    is: ['unknown, none, EMPTY_SCOPE, 0'],
  },
  'an import that is missing': {
    files: { ...green, ...testing("import './missing.ts';\nit('x', () => {});") },
    is: [
      'diagnostic, partial, 1',
      "blocker test/a.test.ts @ test/a.test.ts:2 [Error] Cannot find module './missing.ts' imported from test/a.test.ts",
    ],
  },
  'a syntax error': {
    files: { ...green, ...testing('const = 3;') },
    is: [
      'diagnostic, partial, 1',
      'blocker test/a.test.ts @ test/a.test.ts:2 [Error] [PARSE_ERROR] Unexpected token',
    ],
  },
  'a file without tests': {
    files: testing('expect(1).toBe(1);'),
    is: [
      'diagnostic, partial, 1',
      'blocker test/a.test.ts @ test/a.test.ts:null [Error] No test suite found in file test/a.test.ts',
    ],
  },
  'beforeAll throws': {
    files: testing(
      "describe('db', () => {\n  beforeAll(() => {\n    throw new Error('no database');\n  });\n  it('x', () => {});\n});",
    ),
    is: [
      'diagnostic, partial, 1',
      'high test/a.test.ts > db @ test/a.test.ts:4 [Error] no database',
    ],
  },
  'an unhandled rejection in a test that passes': {
    files: testing("it('x', () => {\n  void Promise.reject(new TypeError('lost'));\n});"),
    is: ['diagnostic, 1', 'high unhandled_error @ test/a.test.ts:3 [TypeError] lost'],
  },
  'a worker that is killed': {
    files: {
      ...green,
      ...testing(
        "it('x', async () => {\n  process.kill(process.pid, 'SIGKILL');\n  await new Promise(() => {});\n});",
      ),
    },
    is: [
      'diagnostic, partial, 1',
      'high unhandled_error @ null:null [Error] [vitest-pool]: Worker forks emitted error. Worker exited unexpectedly with signal SIGKILL during started state while running test file test/a.test.ts',
    ],
  },
  'a test that passes when tried again': {
    files: testing(
      "let n = 0;\nit('x', { retry: 1 }, () => {\n  n += 1;\n  expect(n).toBe(2);\n});",
    ),
    is: ['success, 0'],
  },
  'a run that ends at the first failure': {
    files: {
      ...testing("it('x', () => expect(1).toBe(2));\nit('y', () => {});"),
      ...config('bail: 1'),
    },
    is: [
      'diagnostic, partial, 1',
      'high test/a.test.ts > x @ test/a.test.ts:2 [AssertionError] expected 1 to be 2 // Object.is equality',
    ],
  },
  'a flag that is unknown': {
    files: green,
    plan: { args: ['--nope'] },
    is: ['tool_failure, none, CONFIG_INVALID, 0'],
  },
  'a configuration that is broken': {
    files: { ...green, 'vitest.config.ts': 'export default {' },
    is: ['tool_failure, none, CONFIG_INVALID, 0'],
  },
  'a configuration that is missing': {
    files: green,
    plan: { config: { path: 'nope.ts', source: 'config' } },
    is: ['tool_failure, none, CONFIG_INVALID, 0'],
  },
  'no provider of coverage': {
    files: { ...green, ...config('coverage: { enabled: true, provider: "istanbul" }') },
    is: ['tool_failure, none, CONFIG_INVALID, 0'],
  },
  'coverage below a threshold': {
    files: {
      ...green,
      ...config(
        'coverage: { enabled: true, provider: "custom", customProviderModule: "./cover.mjs" }',
      ),
      'cover.mjs': coverage(),
    },
    is: [
      'diagnostic, 1',
      'medium coverage_threshold @ null:null [coverage-threshold] Coverage for lines (50%) does not meet global threshold (80%)',
    ],
  },
  'a global setup that fails': {
    files: {
      ...green,
      ...config('globalSetup: "./setup.mjs"'),
      'setup.mjs': "export default () => { throw new Error('no docker'); };\n",
    },
    is: ['tool_failure, none, CRASHED, 0'],
  },
  'a global teardown that fails': {
    files: {
      ...green,
      ...config('globalSetup: "./setup.mjs"'),
      'setup.mjs': "export default () => () => { throw new Error('still up'); };\n",
    },
    is: ['unknown, none, CONTRADICTION, 0'],
  },
  'a pool that is unknown': {
    files: { ...green, ...config('pool: "nope"') },
    is: [
      'tool_failure, none, CRASHED, 1',
      'high unhandled_error @ null:null [Error] Runner nope is not supported. Test files: test/sum.test.ts.',
    ],
  },
};

/** A provider of the kind that vitest lets repositories bring, with the one real step that matters here. */
function coverage(): string {
  return `import { BaseCoverageProvider } from 'vitest/node';
const map = { files: () => [] };
class Provider extends BaseCoverageProvider {
  name = 'custom';
  initialize(vitest) { this._initialize(vitest); }
  resolveOptions() { return this.options; }
  clean() {}
  cleanAfterRun() {}
  onAfterSuiteRun() {}
  generateCoverage() { return map; }
  reportCoverage() {
    this.checkThresholds([{ name: 'global', thresholds: { lines: 80 }, coverageMap: {
      files: () => [], getCoverageSummary: () => ({ data: { lines: { pct: 50 } } }) } }]);
  }
}
export default { getProvider: () => new Provider() };
`;
}

describe('a run of the real vitest', () => {
  it.each(Object.entries(rows))('%s', async (_, { files, plan, is }) => {
    expect(await toldOf(await repositoryWithVitest(files), plan)).toEqual(is);
  });
});

describe('a check of some paths', () => {
  const other = {
    'test/other.test.ts': "import { it } from 'vitest';\nit('other', () => { throw 1; });\n",
  };
  const files = { ...green, ...other, 'src/lonely.ts': 'export const a = 1;\n' };

  it.each<[string, readonly string[], readonly string[]]>([
    ['a test file', ['test/sum.test.ts'], ['success, 0']],
    ['a source file', ['src/sum.ts'], ['success, 0']],
    [
      'a folder',
      ['test'],
      ['diagnostic, 1', 'high test/other.test.ts > other @ test/other.test.ts:2 [null] 1'],
    ],
    ['a file that no test depends on', ['src/lonely.ts'], ['success, partial, 0']],
  ])('runs the tests of %s', async (_, scope, is) => {
    expect(await toldOf(await repositoryWithVitest(files), { scope: [...scope] })).toEqual(is);
  });

  it('has a test file that cannot be read to see what it depends on', async () => {
    const root = await repositoryWithVitest({ ...files, ...testing('const = 3;') });
    expect(await toldOf(root, { scope: ['src/sum.ts'] })).toEqual([
      'diagnostic, partial, 1',
      'blocker test/a.test.ts @ test/a.test.ts:2 [Error] [PARSE_ERROR] Unexpected token',
    ]);
  });
});

describe('the tree', () => {
  it('stays as it is, snapshots that the arguments would have written too', async () => {
    const root = await repositoryWithVitest({
      ...green,
      ...testing("it('x', () => expect(1).toMatchSnapshot());"),
      ...config(
        'update: true, coverage: { enabled: true, provider: "custom", customProviderModule: "./cover.mjs" }',
      ),
      'cover.mjs': coverage(),
    });
    const before = await readdir(root, { recursive: true });
    expect((await toldOf(root, { args: ['-u'] })).join('\n')).toContain(
      'Snapshot `x 1` mismatched',
    );
    const after = await readdir(root, { recursive: true });
    const added = after.filter((path) => !before.includes(path));
    // Caches beside the packages, which no repository keeps.
    expect(added.filter((path) => !path.startsWith('node_modules/.vite'))).toEqual([]);
  });
});
