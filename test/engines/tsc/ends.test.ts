import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from '#domain/outcome/gather-facts.ts';
import { judgeRun } from '#domain/outcome/judge-run.ts';
import { tsc } from '#engines/tsc/engine.ts';

const folder = join(import.meta.dirname, '../../fixtures/reports/tsc');
const recorded = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface End {
  readonly exit: number;
  readonly stdout: string;
}

const judge = ({ exit, stdout }: End) => {
  const { catalog } = tsc.check;
  const output = { stdout, stderr: '', reports: new Map<string, string>(), cwd: '/repo' };
  const facts = gatherFacts(
    {
      ending: { kind: 'exited', code: exit },
      action: 'check',
      report: tsc.parse(output).facts,
      argv: ['tsc'],
      cwd: '/repo',
      texts: { stdout, stderr: '', report: '' },
    },
    catalog,
  );
  return judgeRun({ plan: { engine: 'tsc', mode: 'target' }, facts, catalog });
};

const told = (end: End): string => {
  const { category, completeness, error } = judge(end);
  return [category, completeness.kind, error?.reason ?? []].flat().join(', ');
};

const broken = 'tool_failure, none, CONFIG_INVALID';

const ends: Record<string, End & { readonly is: string }> = {
  clean: { exit: 0, stdout: recorded('clean.out'), is: 'success, complete' },
  'type errors, version 7': {
    exit: 1,
    stdout: recorded('errors.out'),
    is: 'diagnostic, complete',
  },
  'type errors, version 6': {
    exit: 2,
    stdout: recorded('errors.out'),
    is: 'diagnostic, complete',
  },
  'names that are not used and values that may be null': {
    exit: 1,
    stdout: recorded('unused.out'),
    is: 'diagnostic, complete',
  },
  'an import with its ending': {
    exit: 1,
    stdout:
      "src/a.ts(1,1): error TS5097: An import path can only end with a '.ts' extension when told.\n",
    is: 'diagnostic, complete',
  },
  'a syntax error in one file of many': {
    exit: 1,
    stdout: recorded('syntax.out'),
    is: 'diagnostic, partial',
  },
  'a syntax error, without totals': {
    exit: 2,
    stdout: "src/a.ts(1,9): error TS1005: ';' expected.\n",
    is: 'diagnostic, partial',
  },
  'types of a package that are missing': {
    exit: 1,
    stdout: recorded('missing-types.out'),
    is: 'diagnostic, partial',
  },
  'a project that is missing': { exit: 1, stdout: recorded('missing-project.out'), is: broken },
  'a bad flag': { exit: 1, stdout: recorded('bad-flag.out'), is: broken },
  'files beside a project': { exit: 1, stdout: recorded('files-and-project.out'), is: broken },
  'files beside a named project': { exit: 1, stdout: recorded('files-mixed.out'), is: broken },
  'no inputs': { exit: 2, stdout: recorded('no-inputs.out'), is: broken },
  'a file that is missing': { exit: 2, stdout: recorded('missing-file.out'), is: broken },
  'a key that is not known, beside type errors': {
    exit: 1,
    stdout: recorded('bad-key.out'),
    is: broken,
  },
  'a bad value, beside type errors': { exit: 1, stdout: recorded('bad-value.out'), is: broken },
  'a project file that is no JSON, beside type errors': {
    exit: 1,
    stdout: recorded('broken.out'),
    is: broken,
  },
  'such a file in a folder': {
    exit: 1,
    stdout: "apps/web/tsconfig.app.json(1,2): error TS1005: '}' expected.\n",
    is: broken,
  },
  'a base that is missing, beside type errors': {
    exit: 1,
    stdout: recorded('missing-base.out'),
    is: broken,
  },
  'nothing but references': {
    exit: 0,
    stdout: recorded('solution.out'),
    is: 'unknown, none, EMPTY_SCOPE',
  },
  'exit 0 and not a word': { exit: 0, stdout: '', is: 'tool_failure, none, NO_OUTPUT' },
  'exit 2 and not a word': { exit: 2, stdout: '', is: 'tool_failure, none, NO_OUTPUT' },
  'another program of that name': {
    exit: 1,
    stdout: 'This is not the tsc command you are looking for\n',
    is: 'tool_failure, none, JSON_PARSE_FAILED',
  },
  'exit 1 and not one error': {
    exit: 1,
    stdout: recorded('clean.out'),
    is: 'unknown, none, CONTRADICTION',
  },
};

describe('the ends of tsc', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...end }) => {
    expect(told(end)).toBe(is);
  });

  it('are judged alike however long the report is', () => {
    const stdout = ['errors.out', 'unused.out']
      .map((name) => recorded(name).replace(/^Files:[^]*/m, ''))
      .concat('src/a.ts(1,1): error TS5097: An import path has an ending.\n')
      .join('')
      .repeat(30);
    const cuts = Array.from(
      { length: 700 },
      (_, index) => `${stdout}Files: ${'9'.repeat(index)}\n`,
    );
    const judged = cuts.map((cut) => told({ exit: 1, stdout: `${cut}Check time: 1s\n` }));
    expect(new Set(judged)).toEqual(new Set(['diagnostic, complete']));
  });

  it('have a row for each probe', () => {
    const said = new Set(Object.values(ends).flatMap((end) => judge(end).warnings));
    const { probes = [] } = tsc.check.catalog;
    expect(probes.filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });
});
