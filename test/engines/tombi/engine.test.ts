import { describe, expect, it } from 'vitest';
import { tombi } from '#engines/tombi/engine.ts';
import { checkoutOf, judgedAs, planOf, recorded, type RecordedRun } from '../recorded.ts';

const lost = '[{"path":"a.toml","level":"error","code":"io-error","message":"m","range":null}]';
const configWarning = 'Warning: failed to parse config file "/repo/tombi.toml"\n';

const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, stderr: '1 file linted successfully\n', report: '[]\n', is: 'success, 0' },
  findings: {
    exit: 1,
    stderr: '2 files failed to be linted\n',
    report: recorded('tombi/findings.json'),
    is: 'diagnostic, 2',
  },
  'an empty folder': {
    exit: 0,
    stderr: 'No files linted\n',
    report: '[]\n',
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'files that cannot be read beside findings': {
    exit: 1,
    stderr: '3 files failed to be linted\n',
    report: recorded('tombi/unreadable.json'),
    is: 'diagnostic, partial, 1',
  },
  'files that cannot be read, not counted': {
    exit: 1,
    report: recorded('tombi/unreadable.json'),
    is: 'diagnostic, partial, 1',
  },
  'a file that cannot be read beside one that is clean': {
    exit: 1,
    stderr: '1 file linted successfully\n1 file failed to be linted\n',
    report: lost,
    is: 'success, partial, 0',
  },
  'no file that can be read': {
    exit: 1,
    stderr: '1 file failed to be linted\n',
    report: lost,
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'exit 1 and nothing told': {
    exit: 1,
    stderr: '1 file linted successfully\n',
    report: '[]\n',
    is: 'success, partial, 0',
  },
  'a broken configuration': {
    exit: 0,
    stderr: `${configWarning}1 file linted successfully\n`,
    report: '[]\n',
    is: 'success, partial, degraded, 0',
  },
  'a broken configuration beside findings': {
    exit: 1,
    stderr: `${configWarning}1 file failed to be linted\n`,
    report: recorded('tombi/broken-config.json'),
    is: 'diagnostic, partial, degraded, 1',
  },
  'an unknown option': {
    exit: 2,
    stderr: "error: unexpected argument '--nope' found\n",
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'exit 1 and no report': {
    exit: 1,
    stderr: 'Error: failed to open "gone/t.json" for diagnostics: No such file or directory\n',
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
};

describe('an end of tombi', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(tombi, run)).toBe(is);
  });
});

describe('the command of tombi', () => {
  const common = [
    'lint',
    '--offline',
    '--diagnostics-format',
    'json',
    '--diagnostics-file',
    '/scratch/tombi.json',
  ];

  it('stays off the network and writes only to the scratch folder', () => {
    expect(tombi.check.spec({ plan: planOf(), scratch: '/scratch' })).toEqual({
      args: [...common, '--', '.'],
      env: { TOMBI_CACHE_HOME: '/scratch/cache' },
      reports: { report: '/scratch/tombi.json' },
    });
  });

  it('passes the arguments in their order and paths that look like options', () => {
    const plan = planOf({ args: ['--error-on-warnings', '-v'], scope: ['-x.toml', 'src'] });
    expect(tombi.check.spec({ plan, scratch: '/scratch' }).args).toEqual([
      ...common,
      '--error-on-warnings',
      '-v',
      '--',
      '-x.toml',
      'src',
    ]);
  });
});

describe('tombi belongs to a root', () => {
  const configured = { 'pyproject.toml': { tool: { tombi: {} } } };

  it.each([
    ['its configuration', { 'tombi.toml': undefined }, '.', 'tombi.toml configures it'],
    ['one above it', { '.tombi.toml': undefined }, 'api', '.tombi.toml configures it'],
    ['a table of its own', configured, 'api', 'pyproject.toml configures it'],
  ])('by %s', (_, files, root, because) => {
    expect(tombi.detect(checkoutOf(files), root)).toMatchObject({ kind: 'present', because });
  });

  it.each([
    ['nothing', {}],
    ['a TOML file', { 'Cargo.toml': undefined }],
    ['the table of another tool', { 'pyproject.toml': { tool: { ruff: {} } } }],
  ])('not by %s', (_, files) => {
    expect(tombi.detect(checkoutOf(files), '.').kind).toBe('absent');
  });

  it('tells its version', () => {
    const said = 'tombi 1.9.6 (x86_64-unknown-linux-gnu)\n';
    expect(tombi.versionPattern.exec(said)?.[1]).toBe('1.9.6');
  });
});
