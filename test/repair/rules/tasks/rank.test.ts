import { describe, expect, it } from 'vitest';
import { hidesOthers, priorityOf, rankFindings } from '#repair/rules/tasks/rank.ts';
import { found } from './found.ts';

/** From the most urgent down. */
const inOrder = [
  found('a.py', { kind: 'syntax_error', severity: 'blocker' }),
  found('a.py', { kind: 'a_kind_of_its_own', severity: 'blocker' }),
  found('a.py', { kind: 'config_error', severity: 'high' }),
  found('a.py', { kind: 'test_failure', severity: 'blocker' }),
  found('a.py', { kind: 'type_error', severity: 'blocker' }),
  found('a.py', { kind: 'type_error', severity: 'high' }),
  found('a.py', { kind: 'test_failure', severity: 'high' }),
  found('a.py', { kind: 'test_warnings', severity: 'medium' }),
  found('a.py', { kind: 'lint', severity: 'high' }),
  found('a.py', { kind: 'format', severity: 'low' }),
  found('a.py', { kind: 'coverage_gap', severity: 'medium' }),
];

describe('the rank of findings', () => {
  it('puts what hides others first, then types, tests, lint and coverage', () => {
    const priorities = inOrder.map((one) => priorityOf(rankFindings([one])));
    expect(priorities).toEqual(priorities.toSorted((a, b) => a - b));
    expect(new Set(priorities).size).toBe(inOrder.length - 1);
  });

  it('fits the numbers of a task', () => {
    const priorities = inOrder.map((one) => priorityOf(rankFindings([one])));
    expect(Math.min(...priorities)).toBe(0);
    expect(Math.max(...priorities)).toBeLessThan(10_000);
  });

  it('is that of the most urgent', () => {
    expect(rankFindings(inOrder.toReversed())).toEqual({ stage: 'blocking', severity: 'blocker' });
  });

  it('tells what may hide others', () => {
    const hiding = inOrder.filter((one) => hidesOthers(rankFindings([one])));
    expect(hiding).toEqual(inOrder.slice(0, 4));
  });
});
