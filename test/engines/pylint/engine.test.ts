import { describe, expect, it } from 'vitest';
import { pylint } from '#engines/pylint/engine.ts';
import { checkoutOf, judgedAs, planOf, recorded, type RecordedRun } from '../recorded.ts';

const clean = recorded('pylint/clean.json');
const findings = recorded('pylint/findings.json');

const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, stdout: clean, is: 'success, 0' },
  findings: { exit: 0, stdout: findings, is: 'diagnostic, 8' },
  'findings, told by bits': { exit: 22, stdout: findings, is: 'diagnostic, 8' },
  'bits and nothing found': { exit: 4, stdout: clean, is: 'unknown, none, CONTRADICTION, 0' },
  'a path that is missing': {
    exit: 0,
    stdout: recorded('pylint/missing-path.json'),
    is: 'success, partial, 0',
  },
  'a path that is missing, told by a bit': {
    exit: 1,
    stdout: recorded('pylint/missing-path.json'),
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a broken rcfile, with text before the report': {
    exit: 0,
    stdout: recorded('pylint/broken-rcfile.txt'),
    is: 'success, partial, degraded, 0',
  },
  'an unknown key in the rcfile': {
    exit: 0,
    stdout: recorded('pylint/unknown-option.json'),
    is: 'success, partial, degraded, 0',
  },
  'a plugin that cannot be loaded': {
    exit: 0,
    stdout: recorded('pylint/missing-plugin.json'),
    is: 'success, partial, degraded, 0',
  },
  'an unknown message in the rcfile': {
    exit: 0,
    stdout: recorded('pylint/unknown-message.json'),
    is: 'success, partial, degraded, 0',
  },
  'an unknown message in a comment': {
    exit: 0,
    stdout: recorded('pylint/unknown-message-inline.json'),
    is: 'diagnostic, 1',
  },
  'an rcfile that is missing': {
    exit: 32,
    stderr: "The config file nope.toml doesn't exist!\n",
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an unknown option': {
    exit: 32,
    stderr: 'usage: pylint [options]\npylint: error: Unrecognized option found: nope\n',
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'no paths': {
    exit: 32,
    stdout: 'No files to lint: exiting.\n',
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a usage error beside a fatal one': {
    exit: 33,
    is: 'tool_failure, none, CRASHED, 0',
  },
  'pylint not installed': {
    exit: 1,
    stderr: '/usr/bin/python3: No module named pylint\n',
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'a report that was cut off': {
    exit: 0,
    stdout: findings.slice(0, 700),
    is: 'tool_failure, none, REPORT_INVALID, 0',
  },
};

describe('an end of pylint', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(pylint, run)).toBe(is);
  });
});

describe('the command of pylint', () => {
  const hook = expect.stringMatching(/^--init-hook=from pathlib/);
  const common = ['--output-format=json2', '--exit-zero', '--recursive=y', '--persistent=n', hook];

  it('leaves its configuration to it and its cache in the scratch folder', () => {
    expect(pylint.check.spec({ plan: planOf(), scratch: '/scratch' })).toEqual({
      args: [...common, '--', '.'],
      env: { PYLINTHOME: '/scratch/cache' },
      reports: {},
    });
  });

  it('passes the configuration and the arguments, and hides a dash from it', () => {
    const plan = planOf({
      config: { path: 'cfg/pylintrc', source: 'config' },
      args: ['--jobs=2', '--disable=C'],
      scope: ['-x.py', 'src/-y.py'],
    });
    expect(pylint.check.spec({ plan, scratch: '/scratch' }).args).toEqual([
      ...common,
      '--rcfile=cfg/pylintrc',
      '--jobs=2',
      '--disable=C',
      '--',
      './-x.py',
      'src/-y.py',
    ]);
  });
});

describe('pylint belongs to a root', () => {
  const configured = { 'pyproject.toml': { tool: { pylint: {} } } };

  it.each([
    ['its rcfile', { '.pylintrc': undefined }, '.', '.pylintrc configures it'],
    ['one above it', { 'pylintrc.toml': undefined }, 'api', 'pylintrc.toml configures it'],
    ['a table of its own', configured, 'api', 'pyproject.toml configures it'],
  ])('by %s', (_, files, root, because) => {
    expect(pylint.detect(checkoutOf(files), root)).toMatchObject({ kind: 'present', because });
  });

  it.each([
    ['nothing', {}],
    ['the table of another tool', { 'pyproject.toml': { tool: { ruff: {} } } }],
    ['an rcfile further down', { 'api/.pylintrc': undefined }],
  ])('not by %s', (_, files) => {
    expect(pylint.detect(checkoutOf(files), '.').kind).toBe('absent');
  });

  it('tells its version', () => {
    const said = 'pylint 4.1.4\nastroid 4.3.4\nPython 3.11.7\n';
    expect(pylint.versionPattern.exec(said)?.[1]).toBe('4.1.4');
  });
});
