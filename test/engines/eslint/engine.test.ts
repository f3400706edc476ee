import { describe, expect, it } from 'vitest';
import { eslint } from '#engines/eslint/engine.ts';
import {
  checkoutOf,
  judgedAs,
  judgementOf,
  planOf,
  recorded,
  type RecordedRun,
} from '../recorded.ts';

const oops = '\nOops! Something went wrong! :(\n\nESLint: 10.15.0\n\n';

const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, report: recorded('eslint/clean.json'), is: 'success, 0' },
  'warnings alone': { exit: 0, report: recorded('eslint/warnings.json'), is: 'diagnostic, 1' },
  errors: { exit: 1, report: recorded('eslint/findings.json'), is: 'diagnostic, 5' },
  'a syntax error': { exit: 1, report: recorded('eslint/syntax-error.json'), is: 'diagnostic, 2' },
  'a syntax error with --exit-on-fatal-error': {
    exit: 2,
    report: recorded('eslint/syntax-error.json'),
    is: 'diagnostic, 2',
  },
  'unused suppressions': {
    exit: 2,
    stderr: 'There are suppressions left that do not occur anymore.',
    report: recorded('eslint/unpruned.json'),
    is: 'diagnostic, 2',
  },
  'only ignored files': {
    exit: 0,
    report: recorded('eslint/ignored.json'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'nothing that matches': { exit: 0, report: '[]', is: 'unknown, none, EMPTY_SCOPE, 0' },
  'nothing that matches, which is an error': {
    exit: 2,
    stderr: `${oops}No files matching the pattern "nope" were found.`,
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a bad flag': {
    exit: 2,
    stderr: "Invalid option '--nope' - perhaps you meant '--rule'?",
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a configuration that is missing': {
    exit: 2,
    stderr: `${oops}Error: ENOENT: no such file or directory, stat '/repo/nope.mjs'`,
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'no configuration at all': {
    exit: 2,
    stderr: `${oops}ESLint couldn't find an eslint.config.* file.`,
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown rule': {
    exit: 2,
    stderr: `${oops}TypeError: Key "rules": Key "no-such-rule": Could not find "no-such-rule" in plugin "@".`,
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a plugin that is not installed': {
    exit: 2,
    stderr: `${oops}Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'no-such-plugin' imported from /repo/plg.mjs`,
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a rule that throws': {
    exit: 2,
    stderr: `${oops}TypeError: no\nOccurred while linting /repo/a.js:1\nRule: "p/r"\n`,
    is: 'tool_failure, none, CRASHED, 0',
  },
  'no eslint where its command says': {
    exit: 1,
    stderr:
      "Error: Cannot find module '/repo/node_modules/eslint/bin/eslint.js'\n  requireStack: []\n",
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'an .eslintignore that it does not read': {
    exit: 0,
    stderr: '(node:7) ESLintIgnoreWarning: The ".eslintignore" file is no longer supported.',
    report: recorded('eslint/clean.json'),
    is: 'success, partial, degraded, 0',
  },
  'a configuration without rules': {
    exit: 0,
    stderr: '(node:7) ESLintEmptyConfigWarning: Running ESLint with an empty config',
    report: recorded('eslint/clean.json'),
    is: 'success, partial, degraded, 0',
  },
  'exit 1 and nothing found': {
    exit: 1,
    report: recorded('eslint/clean.json'),
    is: 'unknown, none, CONTRADICTION, 0',
  },
  'exit 2 and nothing found': {
    exit: 2,
    report: recorded('eslint/clean.json'),
    is: 'unknown, none, CONTRADICTION, 0',
  },
  'a report that was cut off': {
    exit: 1,
    report: recorded('eslint/findings.json').slice(0, 300),
    is: 'tool_failure, none, REPORT_INVALID, 0',
  },
  'a fix that leaves something': {
    exit: 1,
    action: 'fix',
    report: recorded('eslint/fix-leftovers.json'),
    is: 'diagnostic, 2',
  },
  'a fix that leaves nothing': {
    exit: 0,
    action: 'fix',
    report: recorded('eslint/clean.json'),
    is: 'success, 0',
  },
};

describe('an end of eslint', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(eslint, run)).toBe(is);
  });

  it('for want of a plugin says what to do', () => {
    const stderr = "Error: Cannot find package 'no-such-plugin' imported from /repo/plg.mjs";
    expect(judgementOf(eslint, { exit: 2, stderr }).why).toContain('install it');
  });
});

describe('the command of eslint', () => {
  const common = [
    '--format',
    'json',
    '--output-file',
    '/scratch/eslint.json',
    '--no-error-on-unmatched-pattern',
    '--no-warn-ignored',
  ];

  it('lets it find its own configuration and names its report', () => {
    expect(eslint.check.spec({ plan: planOf(), scratch: '/scratch' })).toEqual({
      args: [...common, '--', '.'],
      env: {},
      reports: { report: '/scratch/eslint.json' },
    });
  });

  it('passes the configuration, the arguments in their order and paths that look like options', () => {
    const plan = planOf({
      config: { path: 'cfg/eslint.config.js', source: 'config' },
      args: ['--max-warnings', '0'],
      scope: ['-x.js', 'src'],
    });
    const { args } = eslint.check.spec({ plan, scratch: '/scratch' });
    expect(args).toEqual([
      ...common,
      '--config',
      'cfg/eslint.config.js',
      '--max-warnings',
      '0',
      '--',
      '-x.js',
      'src',
    ]);
  });

  it.each<[string, Parameters<typeof checkoutOf>[0], string | null, readonly string[]]>([
    ['no configuration of its own', {}, null, []],
    ['an old configuration', { '.eslintrc.yml': undefined }, null, []],
    ['an old configuration that is named', { 'eslint.config.js': undefined }, 'ci/.eslintrc', []],
    ['one above', { 'eslint.config.js': undefined }, null, ['--no-warn-ignored']],
    ['one that is named', {}, 'ci/strict.mjs', ['--no-warn-ignored']],
    [
      'suppressions',
      { 'web/eslint-suppressions.json': undefined },
      null,
      ['--pass-on-unpruned-suppressions'],
    ],
  ])('has of what newer versions know only what %s need', (_, files, config, args) => {
    const native = eslint.native?.(checkoutOf(files), { root: 'web', config }) ?? {};
    const spec = eslint.check.spec({ plan: planOf({ native }), scratch: '/scratch' });
    const newer = spec.args.filter((arg) => /-warn-ignored$|-suppressions$/.test(arg));
    expect(newer).toEqual(args);
  });

  it('repairs when it is to repair', () => {
    const spec = eslint.fix?.spec({ plan: planOf(), scratch: '/scratch' });
    expect(spec?.args).toEqual([...common, '--fix', '--', '.']);
  });
});

describe('eslint belongs to a root', () => {
  it.each([
    [
      'its configuration',
      { 'eslint.config.mjs': undefined },
      '.',
      'eslint.config.mjs configures it',
    ],
    ['one above it', { 'eslint.config.ts': undefined }, 'web', 'eslint.config.ts configures it'],
    [
      'a dependency',
      { 'package.json': { devDependencies: { eslint: '10' } } },
      '.',
      'package.json asks for eslint',
    ],
  ])('by %s', (_, files, root, because) => {
    expect(eslint.detect(checkoutOf(files), root)).toMatchObject({ kind: 'present', because });
  });

  it.each([
    ['nothing', {}],
    ['another dependency', { 'package.json': { dependencies: { 'eslint-plugin-x': '1' } } }],
    ['a configuration further down', { 'web/eslint.config.js': undefined }],
  ])('not by %s', (_, files) => {
    expect(eslint.detect(checkoutOf(files), '.').kind).toBe('absent');
  });

  it('tells its version', () => {
    expect(eslint.versionPattern.exec('v10.15.0\n')?.[1]).toBe('10.15.0');
  });
});
