import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observeCi } from '#ratchet/rules/observation/ci.ts';
import type { CheckFacts, PullRequestFacts } from '#ratchet/rules/observation/facts.ts';
import { aCheck, facts } from './facts.ts';
import { words } from './words.ts';

const check = fc
  .record({
    word: fc.constantFrom(...words),
    app: fc.constantFrom('github-actions', 'codecov'),
    workflow: fc.constantFrom('ci', undefined),
    name: fc.constantFrom('test', 'lint', 'build'),
    startedAt: fc.option(fc.nat(5), { nil: undefined }),
    ours: fc.boolean(),
  })
  .map(({ word, ...rest }) => ({ ...word.check, ...rest }));

/** Each execution has an id of its own. */
const checks: fc.Arbitrary<CheckFacts[]> = fc
  .array(fc.tuple(check, fc.constantFrom('', 'CR_')), { maxLength: 8 })
  .map((all) => all.map(([one, prefix], index) => ({ ...one, id: `${prefix}${index + 95}` })));

const withOrder = checks.chain((all) =>
  fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
);

const rules = fc.record({
  requiredChecks: fc.option(
    fc.subarray([{ name: 'test' }, { name: 'lint', appId: 7 }, { name: 'deploy' }]),
    { nil: undefined },
  ),
  signaturesRequired: fc.constant(false),
});

const verdictOf = (more: Partial<PullRequestFacts>) => observeCi(facts(more), undefined).verdict;

const isGreen = (verdict: string) => verdict === 'passed' || verdict === 'none';

describe('the reduction of checks', () => {
  it('does not depend on their order', () => {
    fc.assert(
      fc.property(withOrder, checks, rules, ([some, shuffled], base, given) => {
        const one = facts({ checks: some, baseChecks: base, rules: given });
        const other = facts({ checks: shuffled, baseChecks: base.toReversed(), rules: given });
        expect(observeCi(other, undefined)).toEqual(observeCi(one, undefined));
      }),
    );
  });

  it('is never green beside a word that nobody knows, at any place', () => {
    const place = fc.constantFrom<Partial<CheckFacts>>(
      { source: 'check-run', status: 'COMPLETED', conclusion: 'MAYBE' },
      { source: 'check-run', status: 'MAYBE', conclusion: null },
      { source: 'status', status: 'MAYBE', conclusion: null },
    );
    fc.assert(
      fc.property(checks, place, rules, (some, unknown, given) => {
        const odd = { ...aCheck({ id: '1', name: 'odd' }), ...unknown };
        expect(isGreen(verdictOf({ checks: [...some, odd], rules: given }))).toBe(false);
      }),
    );
  });

  it('is never green while a page is missing', () => {
    fc.assert(
      fc.property(checks, (some) => {
        expect(verdictOf({ checks: some, checksComplete: false })).toBe('unsettled');
      }),
    );
  });

  it('is no greener by a check more of another name, unless nothing was said before', () => {
    fc.assert(
      fc.property(checks, check, (some, more) => {
        const before = verdictOf({ checks: some });
        fc.pre(before === 'running' || before === 'failed' || before === 'passed');
        const after = verdictOf({ checks: [...some, { ...more, id: '1', name: 'another' }] });
        expect(isGreen(after) && !isGreen(before)).toBe(false);
      }),
    );
  });

  it('is no greener by rules that ask for more', () => {
    fc.assert(
      fc.property(checks, rules, (some, given) => {
        const [asked, free] = [
          verdictOf({ checks: some, rules: given }),
          verdictOf({ checks: some }),
        ];
        expect(isGreen(asked) && !isGreen(free)).toBe(false);
      }),
    );
  });
});
