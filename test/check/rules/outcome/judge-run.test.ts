import { describe, expect, it } from 'vitest';
import { engineMode } from '#model/engine-plan.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { gatherFacts, type RawRun } from '#check/rules/outcome/gather-facts.ts';
import { judgeEngineRun, type Judgement } from '#check/rules/outcome/judge-run.ts';
import { aReport, aRun, exited, type Expected, plan, summary } from './samples.ts';

const noInput: ExitCatalog = {
  probes: [
    { id: 'none', stream: 'stderr', pattern: 'none', effect: 'no-input', remedy: 'It saw none.' },
    { id: 'old', stream: 'stderr', pattern: 'old', effect: 'degraded', remedy: 'It is old.' },
    {
      id: 'bad',
      stream: 'stderr',
      pattern: 'bad',
      effect: 'tool-failure',
      reason: 'CRASHED',
      remedy: 'It fell.',
    },
  ],
};
const noTests: ExitCatalog = {
  rules: [{ code: 5, category: 'unknown', reason: 'EMPTY_SCOPE', why: 'There are no tests.' }],
};
const absent = aReport({ state: 'absent', analysed: null });
const nothing = aReport({ analysed: 0 });
const texts = { stderr: 'none' };

interface Row {
  readonly raw: RawRun;
  readonly catalog?: ExitCatalog;
  readonly current: Expected;
  readonly target: Expected;
}

const ignored = { current: 'success, partial', target: 'unknown, none, EMPTY_SCOPE' } as const;
const crashed = {
  current: 'tool_failure, none, CRASHED',
  target: 'tool_failure, none, CRASHED',
} as const;

const rows: Readonly<Record<string, Row>> = {
  'a valid report of nothing': { raw: aRun({ report: nothing }), ...ignored },
  'a text that says so': { raw: aRun({ texts }), catalog: noInput, ...ignored },
  'a text that says so in place of a report': {
    raw: aRun({ ending: exited(1), report: absent, texts }),
    catalog: noInput,
    ...ignored,
  },
  'a code that says so': {
    raw: aRun({ ending: exited(5) }),
    catalog: noTests,
    ...ignored,
  },
  'a text that says so beside findings': {
    raw: aRun({ ending: exited(1), report: aReport({ findings: 1 }), texts }),
    catalog: noInput,
    current: 'unknown, none, EMPTY_SCOPE',
    target: 'unknown, none, EMPTY_SCOPE',
  },
  'a text that says so beside a failure': {
    raw: aRun({ texts: { stderr: 'none, bad' } }),
    catalog: noInput,
    ...crashed,
  },
  'a signal after a text that says so': {
    raw: aRun({ ending: { kind: 'signalled', signal: 'SIGKILL' }, texts }),
    catalog: noInput,
    ...crashed,
  },
  'a missing report': {
    raw: aRun({ report: absent }),
    current: 'tool_failure, none, NO_OUTPUT',
    target: 'tool_failure, none, NO_OUTPUT',
  },
};

function judgedIn(
  mode: 'current' | 'target',
  { raw, catalog = {} }: Pick<Row, 'raw' | 'catalog'>,
): Judgement {
  return judgeEngineRun({ plan: { ...plan, mode }, facts: gatherFacts(raw, catalog), catalog });
}

describe('nothing to judge', () => {
  const cases = Object.entries(rows).flatMap(([what, row]) =>
    engineMode.options.map((mode) => ({ what, mode, row, is: row[mode] })),
  );

  it.each(cases)('by $what is $is in $mode', ({ mode, row, is }) => {
    expect(summary(judgedIn(mode, row))).toBe(is);
  });

  it('is said as a warning, with the code as the tool gave it', () => {
    const raw = aRun({ ending: exited(1), report: absent, texts: { stderr: 'none, old' } });
    expect(judgedIn('current', { raw, catalog: noInput })).toMatchObject({
      rawExit: 1,
      exit: 0,
      completeness: { kind: 'partial', reason: 'It saw none.' },
      warnings: ['It saw none.', 'It is old.'],
      degraded: true,
      error: null,
    });
  });
});
