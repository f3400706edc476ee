import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExitCategory, exitCategory } from '#model/engine-outcome.ts';
import {
  type CheckExit,
  type ExitCodeFacts,
  chooseExitCode,
} from '#check/rules/outcome/exit-code.ts';

const quiet: ExitCodeFacts = {
  interrupted: false,
  usageProblems: 0,
  nothingJudged: false,
  outcomes: [],
  degraded: 0,
  onDegraded: 'fail',
  newFindings: 0,
  regressions: 0,
  judging: 'unchanged',
};

/** The worst first: each hides all that stand after it. */
const reasons: readonly (readonly [string, Partial<ExitCodeFacts>, CheckExit])[] = [
  ['interrupted', { interrupted: true }, 130],
  ['a problem of usage', { usageProblems: 1 }, 2],
  ['a failed engine', { outcomes: [{ category: 'tool_failure', exit: 2, findings: 9 }] }, 3],
  ['a degraded engine', { degraded: 1 }, 3],
  ['a regression without an engine', { regressions: 1, nothingJudged: true }, 1],
  ['a new finding', { newFindings: 1 }, 1],
  ['a regression', { regressions: 1 }, 1],
  ['how it is judged, refused', { judging: 'refused', nothingJudged: true }, 1],
  ['how it is judged, to be seen by a person', { judging: 'asked' }, 5],
  ['nothing judged', { nothingJudged: true }, 4],
  ['how it is judged, told', { judging: 'said' }, 0],
  ['nothing new', {}, 0],
];

const pairs = reasons.flatMap(([worse, first, expected], at) =>
  reasons
    .slice(at)
    .map(([other, second]) => ({ worse, other, facts: { ...second, ...first }, expected })),
);

const byCategory: Record<ExitCategory, CheckExit> = {
  success: 0,
  diagnostic: 0,
  tool_failure: 3,
  unknown: 3,
};

describe('exitCodeOf', () => {
  it.each(pairs)('$worse with $other: $expected', ({ facts, expected }) => {
    expect(chooseExitCode({ ...quiet, ...facts })).toBe(expected);
  });

  it.each(exitCategory.options)('an engine that ends as %s', (category) => {
    const outcomes = [{ category, exit: 0, findings: 3 }];
    expect(chooseExitCode({ ...quiet, outcomes })).toBe(byCategory[category]);
  });

  it('lets a degraded engine pass where that is configured', () => {
    expect(chooseExitCode({ ...quiet, degraded: 2, onDegraded: 'allow' })).toBe(0);
    expect(chooseExitCode({ ...quiet, degraded: 2, onDegraded: 'allow', newFindings: 1 })).toBe(1);
  });

  it('tolerates findings that are not new', () => {
    const outcomes = [{ category: 'diagnostic', exit: 1, findings: 40 }] as const;
    expect(chooseExitCode({ ...quiet, outcomes })).toBe(0);
  });

  it('is 0 only when nothing at all is wrong', () => {
    const some = fc.record({
      interrupted: fc.boolean(),
      usageProblems: fc.nat(1),
      newFindings: fc.nat(1),
      regressions: fc.nat(1),
      degraded: fc.nat(1),
    });
    fc.assert(
      fc.property(some, (facts) => {
        const wrong = Object.values(facts).some(Boolean);
        expect(chooseExitCode({ ...quiet, ...facts }) === 0).toBe(!wrong);
      }),
    );
  });
});
