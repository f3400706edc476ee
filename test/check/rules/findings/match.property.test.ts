import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BaselineEntry } from '#check/rules/findings/baseline.ts';
import { findLineOrigins } from '#check/rules/findings/line-origins.ts';
import { matchFindings, type MatchResult } from '#check/rules/findings/match.ts';
import { createOldLines } from '#check/rules/findings/old-lines.ts';
import type { Identifiable } from '#check/rules/findings/identity.ts';
import { hash, identified, lint, sourceOf, tolerating, type Files } from './project.ts';

// Few different lines, so that there are many duplicates and many pairs to choose from.
const line = fc.constantFrom('', 'good', 'bad', 'bad = 1', 'bad = 12', 'bad = f(x)', 'end');
const lines = fc.array(line, { maxLength: 12 });
const files = fc.record({ 'a.py': lines, 'b.py': lines, 'c.py': lines }, { requiredKeys: [] });
const renames = fc.constantFrom<[string, string][]>([], [['a.py', 'b.py']], [['b.py', 'd.py']]);
const changed = fc.func(fc.boolean());

const change = fc.record({ was: files, is: files, renames, changed });
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

interface Sides {
  readonly current: readonly Identifiable[];
  readonly baseline: readonly BaselineEntry[];
}

const sidesOf = ({ was, is }: Change): Sides => ({
  current: lint(defined(is)),
  baseline: tolerating(defined(was), lint(defined(was))),
});

function defined(some: Partial<Record<string, readonly string[]>>): Files {
  return Object.fromEntries(Object.entries(some).map(([path, text]) => [path, text ?? []]));
}

/** Whether the lines of both versions are known, or only what is around the findings. */
type Known = 'both versions' | 'neighbours';

function match(how: Change, { current, baseline }: Sides, known: Known): MatchResult<Identifiable> {
  const versions = {
    olds: new Map(Object.entries(defined(how.was))),
    nows: new Map(Object.entries(defined(how.is))),
    renames: new Map(how.renames),
  };
  return matchFindings({
    current: identified(defined(how.is), current),
    baseline,
    renames: new Map(how.renames),
    isChangedLine: how.changed,
    sourceOf: sourceOf(defined(how.is)),
    oldLine: createOldLines({ hash }, sourceOf(defined(how.was))),
    ...(known === 'both versions' && { origins: findLineOrigins({ hash }, versions) }),
  });
}

const texts = (values: readonly unknown[]) =>
  values.map((value) => JSON.stringify(value)).toSorted();

describe.each<Known>(['neighbours', 'both versions'])(
  'matchFindings on any change by %s',
  (known) => {
    it('pairs one to one and drops nothing', () => {
      fc.assert(
        fc.property(change, (how) => {
          const { current, baseline } = sidesOf(how);
          const { marks, fixed } = match(how, { current, baseline }, known);
          expect(marks.map(({ found }) => found.finding)).toEqual(current);
          const used = marks.flatMap((mark) => (mark.verdict === 'new' ? [] : [mark.entry]));
          expect(new Set([...used, ...fixed]).size).toBe(used.length + fixed.length);
          expect(texts([...used, ...fixed])).toEqual(texts(baseline));
        }),
      );
    });

    it('says the same in whatever order things come', () => {
      const shuffled = change.chain((how) => {
        const { current, baseline } = sidesOf(how);
        return fc.record({
          how: fc.constant(how),
          current: fc.shuffledSubarray([...current], { minLength: current.length }),
          baseline: fc.shuffledSubarray([...baseline], { minLength: baseline.length }),
        });
      });
      fc.assert(
        fc.property(shuffled, ({ how, current, baseline }) => {
          const [inOrder, inAny] = [
            match(how, sidesOf(how), known),
            match(how, { current, baseline }, known),
          ];
          expect(texts(inAny.marks)).toEqual(texts(inOrder.marks));
          expect(inAny.fixed).toEqual(inOrder.fixed);
        }),
      );
    });

    it('tolerates everything when nothing has changed', () => {
      fc.assert(
        fc.property(change, (how) => {
          const same = { ...how, is: how.was, renames: [] };
          const { marks, fixed } = match(same, sidesOf(same), known);
          expect(marks.filter((mark) => mark.verdict === 'new' || mark.by !== 'context')).toEqual(
            [],
          );
          expect(fixed).toEqual([]);
        }),
      );
    });

    it('never tolerates more of a rule than the baseline has', () => {
      fc.assert(
        fc.property(change, (how) => {
          const sides = sidesOf(how);
          const { marks } = match(how, sides, known);
          const fresh = marks.filter(({ verdict }) => verdict === 'new').length;
          expect(fresh).toBeGreaterThanOrEqual(sides.current.length - sides.baseline.length);
        }),
      );
    });
  },
);
