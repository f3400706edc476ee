import { describe, expect, it } from 'vitest';
import { pyright } from '#engines/pyright/engine.ts';
import { judgedAs, judgementOf, recorded, type RecordedRun } from '../recorded.ts';

const told = (name: string): string => recorded(`pyright/${name}`);

const clean = told('clean.out');
const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, stdout: clean, is: 'success, 0' },
  errors: { exit: 1, stdout: told('errors.out'), is: 'diagnostic, 3' },
  'warnings alone': { exit: 0, stdout: told('warnings.out'), is: 'diagnostic, 3' },
  'warnings that are to fail': {
    exit: 1,
    stdout: told('warnings.out'),
    is: 'diagnostic, 3',
  },
  'a syntax error': { exit: 1, stdout: told('syntax.out'), is: 'diagnostic, 3' },
  'a fatal error': { exit: 2, stderr: 'Fatal error\n', is: 'tool_failure, none, CRASHED, 0' },
  'a configuration that is no JSON, with a whole report': {
    exit: 3,
    stdout: told('broken.out'),
    stderr: told('broken.err'),
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 3',
  },
  'a configuration that is no TOML': {
    exit: 3,
    stdout: told('broken.out'),
    stderr: told('broken-toml.err'),
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 3',
  },
  'a configuration that is missing, with a whole report': {
    exit: 3,
    stdout: told('broken.out'),
    stderr: told('missing-config.err'),
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 3',
  },
  'a base that is missing': {
    exit: 3,
    stdout: told('extends.out'),
    stderr: told('extends.err'),
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 0',
  },
  'a bad argument': {
    exit: 4,
    stderr: told('bad-flag.err'),
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a path that is missing': {
    exit: 4,
    stderr: told('missing-path.err'),
    is: 'tool_failure, none, degraded, CONFIG_INVALID, 0',
  },
  'an empty folder': {
    exit: 0,
    stdout: told('no-files.out'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'nothing that it includes is there': {
    exit: 0,
    stdout: told('missing-only.out'),
    stderr: told('missing-only.err'),
    is: 'unknown, none, degraded, EMPTY_SCOPE, 0',
  },
  'some that it includes is not there': {
    exit: 0,
    stdout: clean,
    stderr: told('missing-include.err'),
    is: 'success, partial, degraded, 0',
  },
  'a key that is not known': {
    exit: 0,
    stdout: clean,
    stderr: told('unknown-key.err'),
    is: 'success, partial, degraded, 0',
  },
  'a bad value': {
    exit: 0,
    stdout: clean,
    stderr: told('bad-value.err'),
    is: 'success, partial, degraded, 0',
  },
  'both in a pyproject.toml, beside errors': {
    exit: 1,
    stdout: told('errors.out'),
    stderr: told('toml.err'),
    is: 'diagnostic, partial, degraded, 3',
  },
  'an environment that is missing': {
    exit: 0,
    stdout: clean,
    stderr: told('missing-venv.err'),
    is: 'success, partial, degraded, 0',
  },
  'a version that is not known': {
    exit: 0,
    stdout: clean,
    stderr: told('misc.err').split('\n')[0] ?? '',
    is: 'success, partial, degraded, 0',
  },
  'a folder of stubs that is missing': {
    exit: 0,
    stdout: clean,
    stderr: told('misc.err').split('\n')[1] ?? '',
    is: 'success, partial, degraded, 0',
  },
  'exit 0 and not a word': { exit: 0, is: 'tool_failure, none, NO_OUTPUT, 0' },
  'exit 1 and not one error': { exit: 1, stdout: clean, is: 'unknown, none, CONTRADICTION, 0' },
  'a report that breaks off': {
    exit: 1,
    stdout: told('errors.out').slice(0, 300),
    is: 'tool_failure, none, REPORT_INVALID, 0',
  },
};

describe('the ends of pyright', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(pyright, run)).toBe(is);
  });

  it('have a row for each rule and each probe', () => {
    const { rules = [], probes = [] } = pyright.check.catalog;
    const judged = Object.values(ends).map((end) => judgementOf(pyright, end));
    const said = new Set(judged.flatMap(({ why, warnings }) => [why, ...warnings]));
    const reasons = new Set(judged.map(({ why }) => why));
    expect(rules.filter(({ why }) => !reasons.has(why))).toEqual([]);
    expect(probes.filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });
});
