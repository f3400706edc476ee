import { describe, expect, it } from 'vitest';
import { mypy } from '#engines/mypy/engine.ts';
import { judgedAs, judgementOf, recorded, type RecordedRun } from '../recorded.ts';

const told = (name: string): string => recorded(`mypy/${name}`);

const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, stdout: '\n', is: 'success, 0' },
  'clean on Windows': { exit: 0, stdout: '\r\n', is: 'success, 0' },
  'exit 0 and not a word': { exit: 0, is: 'tool_failure, none, NO_OUTPUT, 0' },
  errors: { exit: 1, stdout: told('errors.out'), is: 'diagnostic, 2' },
  'errors, with the line ends of Windows': {
    exit: 1,
    stdout: told('errors.out').replaceAll('\n', '\r\n'),
    is: 'diagnostic, 2',
  },
  'a note alone': { exit: 1, stdout: told('note.out'), is: 'success, 0' },
  'an unknown key': {
    exit: 0,
    stdout: '\n',
    stderr: told('unknown-key.err'),
    is: 'success, 0',
  },
  'a bad value': {
    exit: 0,
    stdout: '\n',
    stderr: told('bad-value.err'),
    is: 'success, degraded, 0',
  },
  'a broken mypy.ini': {
    exit: 0,
    stdout: '\n',
    stderr: told('broken-ini.err'),
    is: 'success, degraded, 0',
  },
  'a broken pyproject.toml beside errors': {
    exit: 1,
    stdout: told('errors.out'),
    stderr: told('broken-toml.err'),
    is: 'diagnostic, degraded, 2',
  },
  'a section that no module needed': {
    exit: 0,
    stdout: `${told('unused-section.out')}\n`,
    is: 'success, 0',
  },
  'such a section beside errors': {
    exit: 1,
    stdout: told('errors.out') + told('unused-section.out'),
    is: 'diagnostic, 2',
  },
  'a syntax error in one file of many': {
    exit: 2,
    stdout: told('syntax.out'),
    is: 'diagnostic, partial, 3',
  },
  'two modules of one name': {
    exit: 2,
    stdout: told('duplicate.out'),
    is: 'diagnostic, partial, 1',
  },
  'a path that is missing': {
    exit: 2,
    stderr: told('missing-path.err'),
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a path that is missing, with a summary': {
    exit: 2,
    stdout: 'Found 1 error in 1 file (errors prevented further checking)\n',
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a section that no module needed, and no end': {
    exit: 0,
    stdout: told('unused-section.out'),
    is: 'tool_failure, none, NO_OUTPUT, 0',
  },
  'a file that is no UTF-8': {
    exit: 2,
    stderr: "a.py: error: Cannot decode file: 'utf-8' codec can't decode byte 0xff in position 5\n",
    is: 'tool_failure, none, CRASHED, 0',
  },
  'no Python file': {
    exit: 2,
    stderr: told('no-files.err'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a bad flag': {
    exit: 2,
    stderr: told('bad-flag.err'),
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a configuration that is missing': {
    exit: 2,
    stderr: told('missing-config.err'),
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'a plugin that is missing, as JSON on standard error': {
    exit: 2,
    stderr: told('bad-plugin.err'),
    is: 'tool_failure, none, CONFIG_INVALID, 0',
  },
  'an internal error': {
    exit: 2,
    stderr: told('internal-error.err'),
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a crash that ends with 1': {
    exit: 1,
    stderr: 'Traceback (most recent call last):\n  File "main.py", line 1\nAssertionError\n',
    is: 'tool_failure, none, CRASHED, 0',
  },
  'a crash after some errors': {
    exit: 1,
    stdout: told('errors.out'),
    stderr: 'Traceback (most recent call last):\n  File "main.py", line 1\nAssertionError\n',
    is: 'tool_failure, none, CRASHED, 2',
  },
  'exit 1 and not a word': { exit: 1, is: 'tool_failure, none, NO_OUTPUT, 0' },
  'no mypy in the environment': {
    exit: 1,
    stderr: told('not-installed.err'),
    is: 'tool_failure, none, TOOL_NOT_FOUND, 0',
  },
  'lines of a plugin between the errors': {
    exit: 1,
    stdout: told('noise.out'),
    is: 'diagnostic, partial, 2',
  },
  'nothing but lines of a plugin': {
    exit: 0,
    stdout: told('noise-clean.out'),
    is: 'tool_failure, none, JSON_PARSE_FAILED, 0',
  },
  'a report that breaks off': {
    exit: 1,
    stdout: told('errors.out').slice(0, -60),
    is: 'tool_failure, none, REPORT_INVALID, 0',
  },
};

describe('the ends of mypy', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(mypy, run)).toBe(is);
  });

  it('are judged alike however long the report is', () => {
    const stdout = told('errors.out').repeat(25);
    const cuts = Array.from({ length: 300 }, (_, index) => `${stdout}${' '.repeat(index)}\n`);
    expect(new Set(cuts.map((cut) => judgedAs(mypy, { exit: 1, stdout: cut })))).toEqual(
      new Set(['diagnostic, 50']),
    );
  });

  it('have a row for each rule and each probe', () => {
    const { rules = [], probes = [] } = mypy.check.catalog;
    const judged = Object.values(ends).map((end) => judgementOf(mypy, end));
    const said = new Set(judged.flatMap(({ why, warnings }) => [why, ...warnings]));
    expect(rules.filter(({ why }) => !said.has(why))).toEqual([]);
    expect(probes.filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });
});
