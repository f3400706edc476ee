import { describe, expect, it } from 'vitest';
import { tsc } from '#engines/tsc/engine.ts';
import { judgedAs, judgementOf, recorded, type RecordedRun } from '../recorded.ts';

const told = (name: string): string => recorded(`tsc/${name}`);

const ends: Readonly<Record<string, RecordedRun & { readonly is: string }>> = {
  clean: { exit: 0, stdout: told('clean.out'), is: 'success, 0' },
  'type errors, version 7': {
    exit: 1,
    stdout: told('errors.out'),
    is: 'diagnostic, 3',
  },
  'type errors, version 6': {
    exit: 2,
    stdout: told('errors.out'),
    is: 'diagnostic, 3',
  },
  'names that are not used and values that may be null': {
    exit: 1,
    stdout: told('unused.out'),
    is: 'diagnostic, 2',
  },
  'an import with its ending': {
    exit: 1,
    stdout:
      "src/a.ts(1,1): error TS5097: An import path can only end with a '.ts' extension when told.\n",
    is: 'diagnostic, 1',
  },
  'a syntax error in one file of many': {
    exit: 1,
    stdout: told('syntax.out'),
    is: 'diagnostic, partial, 2',
  },
  'a syntax error, without totals': {
    exit: 2,
    stdout: "src/a.ts(1,9): error TS1005: ';' expected.\n",
    is: 'diagnostic, partial, 1',
  },
  'types of a package that are missing': {
    exit: 1,
    stdout: told('missing-types.out'),
    is: 'diagnostic, partial, 1',
  },
  'a project that is missing': {
    exit: 1,
    stdout: told('missing-project.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'a bad flag': {
    exit: 1,
    stdout: told('bad-flag.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'files beside a project': {
    exit: 1,
    stdout: told('files-and-project.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'files beside a named project': {
    exit: 1,
    stdout: told('files-mixed.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'no inputs': {
    exit: 2,
    stdout: told('no-inputs.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'a file that is missing': {
    exit: 2,
    stdout: told('missing-file.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'a key that is not known, beside type errors': {
    exit: 1,
    stdout: told('bad-key.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 4',
  },
  'a bad value, beside type errors': {
    exit: 1,
    stdout: told('bad-value.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 4',
  },
  'a project file that is no JSON, beside type errors': {
    exit: 1,
    stdout: told('broken.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 5',
  },
  'such a file in a folder': {
    exit: 1,
    stdout: "apps/web/tsconfig.app.json(1,2): error TS1005: '}' expected.\n",
    is: 'tool_failure, none, CONFIG_INVALID, 1',
  },
  'a base that is missing, beside type errors': {
    exit: 1,
    stdout: told('missing-base.out'),
    is: 'tool_failure, none, CONFIG_INVALID, 4',
  },
  'nothing but references': {
    exit: 0,
    stdout: told('solution.out'),
    is: 'unknown, none, EMPTY_SCOPE, 0',
  },
  'a project among others that was not checked': {
    exit: 1,
    stdout:
      'b/a.ts(1,7): error TS2322: No.\nFiles: 64\nEmit time: 0.00s\nTotal time: 0.02s\nFiles: 3\nCheck time: 1s\nTotal time: 1s\n',
    is: 'diagnostic, partial, 1',
  },
  'a project that depends on one with errors, before version 5.6': {
    exit: 1,
    stdout:
      "a/src/index.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.\n" +
      "8:26:47 AM - Skipping build of project '/shop/b/tsconfig.json' because its dependency '/shop/a' has errors\n",
    is: 'diagnostic, partial, 1',
  },
  'exit 0 and not a word': { exit: 0, stdout: '', is: 'tool_failure, none, NO_OUTPUT, 0' },
  'exit 2 and not a word': { exit: 2, stdout: '', is: 'tool_failure, none, NO_OUTPUT, 0' },
  'another program of that name': {
    exit: 1,
    stdout: 'This is not the tsc command you are looking for\n',
    is: 'tool_failure, none, JSON_PARSE_FAILED, 0',
  },
  'exit 1 and not one error': {
    exit: 1,
    stdout: told('clean.out'),
    is: 'unknown, none, CONTRADICTION, 0',
  },
};

describe('the ends of tsc', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...run }) => {
    expect(judgedAs(tsc, run)).toBe(is);
  });

  it('are judged alike however long the report is', () => {
    const stdout = ['errors.out', 'unused.out']
      .map((name) => told(name).replace(/^Files:[^]*/m, ''))
      .concat('src/a.ts(1,1): error TS5097: An import path has an ending.\n')
      .join('')
      .repeat(30);
    const cuts = Array.from(
      { length: 700 },
      (_, index) => `${stdout}Files: ${'9'.repeat(index)}\n`,
    );
    const judged = cuts.map((cut) => judgedAs(tsc, { exit: 1, stdout: `${cut}Check time: 1s\n` }));
    expect(new Set(judged)).toEqual(new Set(['diagnostic, 180']));
  });

  it('have a row for each probe', () => {
    const said = new Set(Object.values(ends).flatMap((end) => judgementOf(tsc, end).warnings));
    const { probes = [] } = tsc.check.catalog;
    expect(probes.filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });
});
