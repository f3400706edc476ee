import { describe, expect, it } from 'vitest';
import { oxlint } from '#engines/oxlint/engine.ts';
import {
  checkoutOf,
  judgedAs,
  judgementOf,
  planOf,
  recorded,
  type RecordedRun,
} from '../recorded.ts';

const clean = recorded('oxlint/clean.json');
const unreadable = {
  message: 'Failed to open file /repo/a.js with error "stream did not contain valid UTF-8"',
  severity: 'error',
  labels: [],
};
const reportOf = (...diagnostics: readonly object[]): string =>
  JSON.stringify({ diagnostics, number_of_files: 2 });

const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, stdout: clean, is: 'success, 0' },
  'warnings alone': { exit: 0, stdout: recorded('oxlint/warnings.json'), is: 'diagnostic, 1' },
  'warnings denied': { exit: 1, stdout: recorded('oxlint/warnings.json'), is: 'diagnostic, 1' },
  errors: { exit: 1, stdout: recorded('oxlint/findings.json'), is: 'diagnostic, 3' },
  'a syntax error': { exit: 1, stdout: recorded('oxlint/syntax-error.json'), is: 'diagnostic, 2' },
  'no files, said before the report': {
    exit: 1,
    stdout: recorded('oxlint/no-files.txt'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'no files, which is no error': {
    exit: 0,
    stdout: recorded('oxlint/no-files.txt').replace(/^No files.*\n/, ''),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a broken configuration, as coloured text': {
    exit: 1,
    stdout: recorded('oxlint/broken-config.txt'),
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown rule, as coloured text': {
    exit: 1,
    stdout: recorded('oxlint/unknown-rule.txt'),
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a bad flag': {
    exit: 1,
    stderr: 'Error: no such flag: `--nope`, did you mean `--lsp`?\n',
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'exit 1 and nothing found': { exit: 1, stdout: clean, is: 'success, partial, 0' },
  'a file that is no UTF-8 beside a clean one': {
    exit: 1,
    stdout: reportOf(unreadable),
    is: 'success, partial, 0',
  },
  'a rule of a plugin that throws': {
    exit: 1,
    stdout: reportOf({ ...unreadable, message: 'Error running JS plugin.\nError: no' }),
    is: 'tool_failure, none, CRASHED, 0',
  },
  'its part for this platform is missing': {
    exit: 1,
    stderr: 'Error: Cannot find native binding. npm has a bug related to optional dependencies.\n',
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a report that was cut off': {
    exit: 1,
    stdout: recorded('oxlint/findings.json').slice(0, 500),
    is: 'tool_failure, none, REPORT_INVALID, 0',
  },
  'a fix that leaves something': {
    exit: 1,
    action: 'fix',
    stdout: recorded('oxlint/findings.json'),
    is: 'diagnostic, 3',
  },
  'a fix that leaves nothing': { exit: 0, action: 'fix', stdout: clean, is: 'success, 0' },
};

describe('an end of oxlint', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(oxlint, run)).toBe(is);
  });

  it('for want of files says what to look at', () => {
    const stdout = recorded('oxlint/no-files.txt');
    expect(judgementOf(oxlint, { exit: 1, stdout }).why).toContain('No file matches its scope');
  });
});

describe('the command of oxlint', () => {
  it('lets it find its own configuration', () => {
    expect(oxlint.check.spec({ plan: planOf(), scratch: '/scratch' })).toEqual({
      args: ['--format', 'json', '--', '.'],
      env: {},
      reports: {},
    });
  });

  it('passes the configuration, the arguments in their order and paths that look like options', () => {
    const plan = planOf({
      config: { path: 'cfg/oxlint.json', source: 'config' },
      args: ['--type-aware', '--deny-warnings'],
      scope: ['-x.js', 'src'],
    });
    expect(oxlint.check.spec({ plan, scratch: '/scratch' }).args).toEqual([
      '--format',
      'json',
      '--config',
      'cfg/oxlint.json',
      '--type-aware',
      '--deny-warnings',
      '--',
      '-x.js',
      'src',
    ]);
  });

  it('repairs when it is to repair', () => {
    const spec = oxlint.fix?.spec({ plan: planOf(), scratch: '/scratch' });
    expect(spec?.args).toEqual(['--format', 'json', '--fix', '--', '.']);
  });
});

describe('oxlint belongs to a root', () => {
  const asked = { 'package.json': { devDependencies: { oxlint: '1' } } };

  it.each([
    ['its configuration', { '.oxlintrc.json': undefined }, '.', '.oxlintrc.json configures it'],
    ['one above it', { 'oxlint.config.ts': undefined }, 'web', 'oxlint.config.ts configures it'],
    ['a dependency', asked, '.', 'package.json asks for oxlint'],
  ])('by %s', (_, files, root, because) => {
    expect(oxlint.detect(checkoutOf(files), root)).toMatchObject({ kind: 'present', because });
  });

  it.each([
    ['nothing', {}],
    ['another dependency', { 'package.json': { dependencies: { 'oxlint-tsgolint': '1' } } }],
    ['a configuration further down', { 'web/.oxlintrc.json': undefined }],
  ])('not by %s', (_, files) => {
    expect(oxlint.detect(checkoutOf(files), '.').kind).toBe('absent');
  });

  it('tells its version', () => {
    expect(oxlint.versionPattern.exec('Version: 1.89.0\n')?.[1]).toBe('1.89.0');
  });
});
