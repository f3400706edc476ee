import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countAddedSuppressions } from '#check/rules/findings/suppressions.ts';
import { vitest } from '#engines/vitest/engine.ts';
import { someFacts } from '../../check/rules/repository/some-facts.ts';
import {
  checkoutOf,
  judgedAs,
  judgementOf,
  planOf,
  recorded,
  type RecordedRun,
} from '../recorded.ts';

const banner = '⎯⎯⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯⎯⎯⎯';
const v4 = (name: string): string => recorded(`vitest/v4-${name}.json`);

/** What vitest 4.1.12 was seen to do; 5.1.0 is run for real beside this. */
const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  'all tests passed': { exit: 0, report: v4('green'), is: 'success, 0' },
  'tests failed': { exit: 1, report: v4('failures'), is: 'diagnostic, partial, 22' },
  'tests failed under version 2': {
    exit: 1,
    report: recorded('vitest/v2-failures.json'),
    is: 'diagnostic, partial, 4',
  },
  'an error that no test answers for': { exit: 1, report: v4('unhandled'), is: 'diagnostic, 1' },
  'a worker that was killed': { exit: 1, report: v4('killed'), is: 'diagnostic, partial, 1' },
  'a run that ended at the first failure': {
    exit: 1,
    report: v4('bail'),
    is: 'diagnostic, partial, 1',
  },
  '-t matches nothing': {
    exit: 0,
    report: v4('filtered'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'no file matches': { exit: 1, report: v4('nothing'), is: 'unknown, none, EMPTY_SCOPE, 0' },
  'no test depends on a file': { exit: 0, report: v4('unrelated'), is: 'success, partial, 0' },
  'coverage below a threshold': {
    exit: 1,
    stderr: 'ERROR: Coverage for branches (50%) does not meet global threshold (100%)',
    report: v4('threshold'),
    is: 'diagnostic, 1',
  },
  'no provider of coverage': {
    exit: 1,
    stderr: " MISSING DEPENDENCY  Cannot find dependency '@vitest/coverage-v8'\n",
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a syntax error while it looks for what depends on a file': {
    exit: 1,
    stderr: `\n${banner}\nError: Transform failed with 1 error:\n`,
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a global setup that failed': {
    exit: 1,
    stderr: `\n${banner}\nError: no docker\n`,
    report: v4('nothing'),
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a bad flag': {
    exit: 1,
    stderr: 'CACError: Unknown option `--nope`',
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'tests failed and it ended with 0': {
    exit: 0,
    report: v4('failures'),
    is: 'unknown, none, CONTRADICTION, 22',
  },
  'all passed and it ended with 1': {
    exit: 1,
    report: v4('green'),
    is: 'unknown, none, CONTRADICTION, 0',
  },
  'no report and 0': { exit: 0, is: 'tool_failure, none, NO_OUTPUT, 0' },
  'a report that was cut off': {
    exit: 1,
    report: v4('failures').slice(0, 400),
    is: 'tool_failure, none, REPORT_INVALID, 0',
  },
};

describe('an end of vitest', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(vitest, run)).toBe(is);
  });

  it('for want of a package says what to do', () => {
    const stderr = " MISSING DEPENDENCY  Cannot find dependency 'jsdom'\n";
    expect(judgementOf(vitest, { exit: 1, stderr, report: v4('nothing') }).why).toContain(
      'install it',
    );
  });
});

const argsOf = (given: Parameters<typeof planOf>[0]): readonly string[] =>
  vitest.check.spec({ plan: planOf(given), scratch: '/scratch' }).args;

describe('the command of vitest', () => {
  it('writes its report, its caches and its coverage outside of the tree', () => {
    const { args, reports } = vitest.check.spec({ plan: planOf(), scratch: '/scratch' });
    expect(args).toEqual([
      'run',
      '--allowOnly=false',
      '--no-cache',
      '--coverage.reportsDirectory=/scratch/coverage',
      '--includeTaskLocation',
      expect.stringMatching(/^--reporter=\/.*\/reporter\.mjs$/),
      '--outputFile=/scratch/vitest.json',
    ]);
    expect(reports).toEqual({ report: '/scratch/vitest.json' });
  });

  it('names a reporter that is there', () => {
    const path = argsOf({})
      .find((arg) => arg.startsWith('--reporter='))
      ?.slice('--reporter='.length);
    expect(isAbsolute(path ?? '')).toBe(true);
    expect(readFileSync(path ?? '', 'utf8')).toContain('onTestRunEnd');
  });

  it('passes the configuration and the arguments before its own', () => {
    const plan = { config: { path: 'ci/v.ts', source: 'config' }, args: ['-t', 'x'] } as const;
    expect(argsOf({ ...plan, args: [...plan.args] }).slice(0, 6)).toEqual([
      'run',
      '--config',
      'ci/v.ts',
      '-t',
      'x',
      '--allowOnly=false',
    ]);
  });

  it.each([
    [['.'], ['run']],
    [['test'], ['run', 'test']],
    [
      ['src/a.test.ts', 'src/b.spec.mjs'],
      ['run', 'src/a.test.ts', 'src/b.spec.mjs'],
    ],
    [['src/__tests__/a.ts'], ['run', 'src/__tests__/a.ts']],
    [['-a.test.ts'], ['run', './-a.test.ts']],
    [['src/a.ts'], ['related', 'src/a.ts', '--run']],
    [
      ['src/a.test.ts', 'src/a.tsx'],
      ['related', 'src/a.test.ts', 'src/a.tsx', '--run'],
    ],
    // A filter and the tests of a file are not to be had at once.
    [['src/a.ts', 'test'], ['run']],
    [['.', 'src/a.ts'], ['run']],
  ])('takes %j as %j', (scope, start) => {
    const args = argsOf({ scope });
    expect(args.slice(0, args.indexOf('--allowOnly=false'))).toEqual(start);
  });

  it('leaves out the folders that have a run of their own', () => {
    expect(argsOf({ leaveOut: ['packages/a'] })).toEqual(
      expect.arrayContaining(['--exclude=packages/a/**', '--exclude=packages/a', '--no-cache']),
    );
  });

  it.each([
    ['1.2.2', ['--exclude']],
    ['1.0.4', []],
  ])('of version %s has only words that it knows', (version, known) => {
    const { args } = vitest.check.spec({
      plan: planOf({ leaveOut: ['a'] }),
      scratch: '/scratch',
      version,
    });
    const names = args.map((arg) => arg.replace(/=.*/, ''));
    const later = new Set(['--exclude', '--no-cache', '--includeTaskLocation']);
    expect([...new Set(names)].filter((name) => later.has(name))).toEqual(known);
  });
});

const detectInA = (manifests: Readonly<Record<string, unknown>>, files: readonly string[] = []) =>
  vitest.detect(someFacts({ manifests, files }), 'a');

describe('vitest belongs to a root', () => {
  it.each([
    ['its configuration', { 'vitest.config.mts': undefined }, 'vitest.config.mts configures it'],
    ['a workspace', { 'vitest.workspace.ts': undefined }, 'vitest.workspace.ts configures it'],
    [
      'a dependency',
      {
        'vite.config.ts': undefined,
        'package.json': { devDependencies: { vitest: '5' } },
      },
      'package.json asks for vitest',
    ],
  ])('by %s', (_, files, because) => {
    expect(vitest.detect(checkoutOf(files), '.')).toMatchObject({ kind: 'present', because });
  });

  it('by a dependency and a test, where no configuration tells of other tests', () => {
    const manifests = {
      'package.json': { workspaces: ['a', 'b'], devDependencies: { vitest: '5' } },
      'a/package.json': { devDependencies: { vitest: '5' } },
      'b/package.json': {},
    };
    const places = (...files: readonly string[]) => {
      const facts = someFacts({ manifests, files });
      return ['.', 'a', 'b'].map((root) => {
        const found = vitest.detect(facts, root);
        return found.kind === 'present' ? found.at : found.because;
      });
    };
    const none = 'package.json asks for vitest, but there is no test for it';
    expect(places('a/x.test.ts')).toEqual([none, 'a', none]);
    expect(places('b/x.spec.tsx')).toEqual(['.', `a/${none}`, '.']);
  });

  it('by the configuration above that names its projects, in place of those of its own', () => {
    const config = { 'vitest.config.ts': { projects: true }, 'a/vitest.config.ts': {} };
    expect(detectInA(config)).toMatchObject({ kind: 'present', at: '.' });
    for (const workspace of ['vitest.workspace.ts', 'vitest.workspace.json']) {
      expect(detectInA({ 'a/vitest.config.ts': {} }, [workspace])).toMatchObject({ at: '.' });
    }
    expect(detectInA({ ...config, 'vitest.config.ts': {} })).toMatchObject({ at: 'a' });
  });

  it.each([
    ['nothing', {}],
    ['a configuration of vite alone', { 'vite.config.ts': undefined, 'package.json': {} }],
    ['another dependency', { 'package.json': { dependencies: { 'vitest-mock': '1' } } }],
  ])('not by %s', (_, files) => {
    expect(vitest.detect(checkoutOf(files), '.').kind).toBe('absent');
  });

  it('tells its version', () => {
    const said = 'vitest/5.1.0 linux-x64 node-v24.21.0\n';
    expect(vitest.versionPattern.exec(said)?.[1]).toBe('5.1.0');
  });
});

it.each([
  ["it.skip('x', f)", 1],
  ["describe.only('x', f)", 1],
  ["test.concurrent.skip.each([1])('x', f)", 1],
  ["it.todo('x');\nit.fails('y', f);\ntest.skipIf(a)('z', f);\ndescribe.runIf(a)('z', f)", 4],
  ['it.each([1])("x", f); list.skip(1); audit.only; it.skipped', 0],
])('%s silences %i tests', (after, count) => {
  expect(countAddedSuppressions([{ before: '', after }], vitest.suppressions)).toBe(count);
});
