import { describe, expect, it } from 'vitest';
import { judgeProbe } from '#repair/rules/evidence/judge-probe.ts';
import type { ProbeAnswer } from '#repair/rules/evidence/probe-answer.ts';
import { drawCanaries, mustFail } from '#repair/rules/evidence/probe-request.ts';

const forms = ['assert', 'raise', 'toBe', 'toThrow'];
const canaries = drawCanaries('t1', forms);
const failing = canaries.find(mustFail);
const passing = canaries.find((one) => !mustFail(one));
const outcomes = Object.fromEntries(
  canaries.map((one) => [`a::${one.name}`, mustFail(one) ? 'failed' : 'passed'] as const),
);
const failed = Object.keys(outcomes).filter((id) => outcomes[id] === 'failed');

interface Different {
  readonly outcomes?: ProbeAnswer['outcomes'];
  readonly planted?: readonly string[];
  readonly failed?: readonly string[];
  readonly endedAsFailed?: boolean;
}

const judge = (different: Different = {}) =>
  judgeProbe(
    canaries,
    {
      version: 1,
      nonce: 't1',
      outcomes: { ...outcomes, ...different.outcomes },
      canaries: Object.fromEntries(
        (different.planted ?? canaries.map(({ name }) => name)).map((name) => [
          name,
          [`a::${name}`],
        ]),
      ),
      canariesMs: 0,
      path: [],
      watched: [],
      functions: [],
      mutants: [],
    },
    {
      failed: new Set(different.failed ?? failed),
      collected: new Set([...Object.keys(outcomes), 'a::test_own']),
      endedAsFailed: different.endedAsFailed ?? true,
    },
  ).map(({ code }) => code);

describe('a run with canaries', () => {
  it('has one of each form that must fail, and two that must pass, new ones each time', () => {
    expect(new Set(canaries.filter(mustFail).map(({ form }) => form)).size).toBe(4);
    expect(canaries).toHaveLength(6);
    expect(drawCanaries('t1', forms)).toEqual(canaries);
    const names = new Set(canaries.map(({ name }) => name));
    expect(drawCanaries('t2', forms).some(({ name }) => names.has(name))).toBe(false);
  });

  it('is believed where all answer as they must', () => {
    expect(judge()).toEqual([]);
  });

  it.each([
    ['one that must fail passes', { outcomes: { [`a::${failing?.name}`]: 'passed' } }],
    ['one that must fail is not reported', { failed: failed.slice(1) }],
    ['one that must pass fails', { outcomes: { [`a::${passing?.name}`]: 'failed' } }],
    ['none comes to run among its tests', { planted: [] }],
    ['it ends as if all had passed', { endedAsFailed: false }],
    ['a test failed that is reported as passed', { outcomes: { 'a::test_own': 'failed' } }],
    [
      'a test passed that is reported as failed',
      {
        outcomes: { 'a::test_own': 'passed' },
        failed: [...failed, 'a::test_own'],
      },
    ],
  ] as const)('is not where %s', (_, different) => {
    expect(new Set(judge(different))).toEqual(new Set(['CANARY']));
  });
});
