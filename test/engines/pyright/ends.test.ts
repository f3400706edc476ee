import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from '#domain/outcome/gather-facts.ts';
import { judgeRun } from '#domain/outcome/judge-run.ts';
import { pyright } from '#engines/pyright/engine.ts';

const folder = join(import.meta.dirname, '../../fixtures/reports/pyright');
const recorded = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface End {
  readonly exit: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

const judge = ({ exit, stdout = '', stderr = '' }: End) => {
  const { catalog } = pyright.check;
  const output = { stdout, stderr, reports: new Map<string, string>(), cwd: '/repo' };
  const facts = gatherFacts(
    {
      ending: { kind: 'exited', code: exit },
      action: 'check',
      report: pyright.parse(output).facts,
      argv: ['pyright'],
      cwd: '/repo',
      texts: { stdout, stderr, report: '' },
    },
    catalog,
  );
  return judgeRun({ plan: { engine: 'pyright', mode: 'target' }, facts, catalog });
};

const told = (end: End): string => {
  const { category, completeness, error, degraded } = judge(end);
  return [category, completeness.kind, error?.reason ?? [], degraded ? 'degraded' : []]
    .flat()
    .join(', ');
};

const clean = recorded('clean.out');
const ignored = 'success, partial, degraded';

const ends: Record<string, End & { readonly is: string }> = {
  clean: { exit: 0, stdout: clean, is: 'success, complete' },
  errors: { exit: 1, stdout: recorded('errors.out'), is: 'diagnostic, complete' },
  'warnings alone': { exit: 0, stdout: recorded('warnings.out'), is: 'diagnostic, complete' },
  'warnings that are to fail': {
    exit: 1,
    stdout: recorded('warnings.out'),
    is: 'diagnostic, complete',
  },
  'a syntax error': { exit: 1, stdout: recorded('syntax.out'), is: 'diagnostic, complete' },
  'a fatal error': { exit: 2, stderr: 'Fatal error\n', is: 'tool_failure, none, CRASHED' },
  'a configuration that is no JSON, with a whole report': {
    exit: 3,
    stdout: recorded('broken.out'),
    stderr: recorded('broken.err'),
    is: 'tool_failure, none, CONFIG_INVALID, degraded',
  },
  'a configuration that is no TOML': {
    exit: 3,
    stdout: recorded('broken.out'),
    stderr: recorded('broken-toml.err'),
    is: 'tool_failure, none, CONFIG_INVALID, degraded',
  },
  'a configuration that is missing, with a whole report': {
    exit: 3,
    stdout: recorded('broken.out'),
    stderr: recorded('missing-config.err'),
    is: 'tool_failure, none, CONFIG_INVALID, degraded',
  },
  'a base that is missing': {
    exit: 3,
    stdout: recorded('extends.out'),
    stderr: recorded('extends.err'),
    is: 'tool_failure, none, CONFIG_INVALID, degraded',
  },
  'a bad argument': {
    exit: 4,
    stderr: recorded('bad-flag.err'),
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'a path that is missing': {
    exit: 4,
    stderr: recorded('missing-path.err'),
    is: 'tool_failure, none, CONFIG_INVALID, degraded',
  },
  'an empty folder': {
    exit: 0,
    stdout: recorded('no-files.out'),
    is: 'unknown, none, EMPTY_SCOPE',
  },
  'nothing that it includes is there': {
    exit: 0,
    stdout: recorded('missing-only.out'),
    stderr: recorded('missing-only.err'),
    is: 'unknown, none, EMPTY_SCOPE, degraded',
  },
  'some that it includes is not there': {
    exit: 0,
    stdout: clean,
    stderr: recorded('missing-include.err'),
    is: ignored,
  },
  'a key that is not known': {
    exit: 0,
    stdout: clean,
    stderr: recorded('unknown-key.err'),
    is: ignored,
  },
  'a bad value': { exit: 0, stdout: clean, stderr: recorded('bad-value.err'), is: ignored },
  'both in a pyproject.toml, beside errors': {
    exit: 1,
    stdout: recorded('errors.out'),
    stderr: recorded('toml.err'),
    is: 'diagnostic, partial, degraded',
  },
  'an environment that is missing': {
    exit: 0,
    stdout: clean,
    stderr: recorded('missing-venv.err'),
    is: ignored,
  },
  'a version that is not known': {
    exit: 0,
    stdout: clean,
    stderr: recorded('misc.err').split('\n')[0] ?? '',
    is: ignored,
  },
  'a folder of stubs that is missing': {
    exit: 0,
    stdout: clean,
    stderr: recorded('misc.err').split('\n')[1] ?? '',
    is: ignored,
  },
  'exit 0 and not a word': { exit: 0, is: 'tool_failure, none, NO_OUTPUT' },
  'exit 1 and not one error': { exit: 1, stdout: clean, is: 'unknown, none, CONTRADICTION' },
  'a report that breaks off': {
    exit: 1,
    stdout: recorded('errors.out').slice(0, 300),
    is: 'tool_failure, none, REPORT_INVALID',
  },
};

describe('the ends of pyright', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...end }) => {
    expect(told(end)).toBe(is);
  });

  it('have a row for each rule and each probe', () => {
    const { rules = [], probes = [] } = pyright.check.catalog;
    const judged = Object.values(ends).map((end) => judge(end));
    const said = new Set(judged.flatMap(({ why, warnings }) => [why, ...warnings]));
    const reasons = new Set(judged.map(({ why }) => why));
    expect(rules.filter(({ why }) => !reasons.has(why))).toEqual([]);
    expect(probes.filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });
});
