import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { gatherFacts } from '#domain/outcome/gather-facts.ts';
import { judgeRun } from '#domain/outcome/judge-run.ts';
import { mypy } from '#engines/mypy/engine.ts';

const folder = join(import.meta.dirname, '../../fixtures/reports/mypy');
const recorded = (name: string): string => readFileSync(join(folder, name), 'utf8');

interface End {
  readonly exit: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

const judge = ({ exit, stdout = '', stderr = '' }: End) => {
  const { catalog } = mypy.check;
  const output = { stdout, stderr, reports: new Map<string, string>(), cwd: '/repo' };
  const facts = gatherFacts(
    {
      ending: { kind: 'exited', code: exit },
      action: 'check',
      report: mypy.parse(output).facts,
      argv: ['mypy'],
      cwd: '/repo',
      texts: { stdout, stderr, report: '' },
    },
    catalog,
  );
  return judgeRun({ plan: { engine: 'mypy', mode: 'target' }, facts, catalog });
};

const told = (end: End): string => {
  const { category, completeness, error, degraded } = judge(end);
  return [category, completeness.kind, error?.reason ?? [], degraded ? 'degraded' : []]
    .flat()
    .join(', ');
};

const ends: Record<string, End & { readonly is: string }> = {
  clean: { exit: 0, is: 'success, complete' },
  'clean, with an empty line': { exit: 0, stdout: '\n', is: 'success, complete' },
  errors: { exit: 1, stdout: recorded('errors.out'), is: 'diagnostic, complete' },
  'errors, with the line ends of Windows': {
    exit: 1,
    stdout: recorded('errors.out').replaceAll('\n', '\r\n'),
    is: 'diagnostic, complete',
  },
  'a note alone': { exit: 1, stdout: recorded('note.out'), is: 'diagnostic, complete' },
  'an unknown key': {
    exit: 0,
    stderr: recorded('unknown-key.err'),
    is: 'success, partial, degraded',
  },
  'a bad value': { exit: 0, stderr: recorded('bad-value.err'), is: 'success, partial, degraded' },
  'a broken mypy.ini': {
    exit: 0,
    stderr: recorded('broken-ini.err'),
    is: 'success, partial, degraded',
  },
  'a broken pyproject.toml beside errors': {
    exit: 1,
    stdout: recorded('errors.out'),
    stderr: recorded('broken-toml.err'),
    is: 'diagnostic, partial, degraded',
  },
  'a section that no module needed': {
    exit: 0,
    stdout: recorded('unused-section.out'),
    is: 'success, complete',
  },
  'such a section beside errors': {
    exit: 1,
    stdout: recorded('errors.out') + recorded('unused-section.out'),
    is: 'diagnostic, complete',
  },
  'a syntax error in one file of many': {
    exit: 2,
    stdout: recorded('syntax.out'),
    is: 'diagnostic, partial',
  },
  'two modules of one name': {
    exit: 2,
    stdout: recorded('duplicate.out'),
    is: 'diagnostic, partial',
  },
  'a path that is missing': {
    exit: 2,
    stderr: recorded('missing-path.err'),
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'a path that is missing, with a summary': {
    exit: 2,
    stdout: 'Found 1 error in 1 file (errors prevented further checking)\n',
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'no Python file': {
    exit: 2,
    stderr: recorded('no-files.err'),
    is: 'unknown, none, EMPTY_SCOPE',
  },
  'a bad flag': {
    exit: 2,
    stderr: recorded('bad-flag.err'),
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'a configuration that is missing': {
    exit: 2,
    stderr: recorded('missing-config.err'),
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'a plugin that is missing, as JSON on standard error': {
    exit: 2,
    stderr: recorded('bad-plugin.err'),
    is: 'tool_failure, none, CONFIG_INVALID',
  },
  'an internal error': {
    exit: 2,
    stderr: recorded('internal-error.err'),
    is: 'tool_failure, none, CRASHED',
  },
  'a crash that ends with 1': {
    exit: 1,
    stderr: 'Traceback (most recent call last):\n  File "main.py", line 1\nAssertionError\n',
    is: 'tool_failure, none, CRASHED',
  },
  'a crash after some errors': {
    exit: 1,
    stdout: recorded('errors.out'),
    stderr: 'Traceback (most recent call last):\n  File "main.py", line 1\nAssertionError\n',
    is: 'tool_failure, none, CRASHED',
  },
  'exit 1 and not a word': { exit: 1, is: 'tool_failure, none, NO_OUTPUT' },
  'no mypy in the environment': {
    exit: 1,
    stderr: recorded('not-installed.err'),
    is: 'tool_failure, none, TOOL_NOT_FOUND',
  },
  'lines of a plugin between the errors': {
    exit: 1,
    stdout: recorded('noise.out'),
    is: 'diagnostic, partial',
  },
  'nothing but lines of a plugin': {
    exit: 0,
    stdout: recorded('noise-clean.out'),
    is: 'tool_failure, none, JSON_PARSE_FAILED',
  },
  'a report that breaks off': {
    exit: 1,
    stdout: recorded('errors.out').slice(0, -60),
    is: 'tool_failure, none, REPORT_INVALID',
  },
};

describe('the ends of mypy', () => {
  it.each(Object.entries(ends))('%s', (_, { is, ...end }) => {
    expect(told(end)).toBe(is);
  });

  it('are judged alike however long the report is', () => {
    const stdout = recorded('errors.out').repeat(25);
    const cuts = Array.from({ length: 300 }, (_, index) => `${stdout}${' '.repeat(index)}\n`);
    expect(new Set(cuts.map((cut) => told({ exit: 1, stdout: cut })))).toEqual(
      new Set(['diagnostic, complete']),
    );
  });

  it('have a row for each rule and each probe', () => {
    const { rules = [], probes = [] } = mypy.check.catalog;
    const judged = Object.values(ends).map((end) => judge(end));
    const said = new Set(judged.flatMap(({ why, warnings }) => [why, ...warnings]));
    expect(rules.filter(({ why }) => !said.has(why))).toEqual([]);
    expect(probes.filter(({ remedy }) => !said.has(remedy))).toEqual([]);
  });
});
