import { describe, expect, it } from 'vitest';
import { dependsOnPlace, type NullChange, steadyStart } from '#repair/rules/session/null-change.ts';
import { found } from '../tasks/found.ts';
import { aKnown, anEngineSnapshot, aSnapshot, failedOutcome } from './snapshots.ts';

const [one, other] = [aKnown(found('src/a.py')), aKnown(found('src/b.py'))];
const nothing: NullChange = { again: [], inPlace: [], thrice: [] };
const run = (...known: readonly ReturnType<typeof aKnown>[]) => anEngineSnapshot({ known });

const named = (...ids: readonly string[]) =>
  anEngineSnapshot({ known: [one], tests: ids.map((id) => ({ id, skipped: false })) });

function steadied(seen: Partial<NullChange>, isMoreAsked = false) {
  const { start, ...told } = steadyStart(
    aSnapshot(run(one, other)),
    { ...nothing, ...seen },
    isMoreAsked,
  );
  const [only] = start.runs;
  return { ...told, repaired: only?.known.map(({ toRepair }) => toRepair), flaky: only?.flaky };
}

describe('the start of a session, once nothing was changed', () => {
  it('is what it was where all say the same, or nobody was asked', () => {
    const same = { repaired: [true, true], noise: [], stop: undefined };
    expect(steadied({})).toMatchObject(same);
    expect(steadied({ again: [run(one, other)], inPlace: [run(one, other)] })).toMatchObject(same);
  });

  it('leaves alone what comes or goes, and knows it ever after', () => {
    const gone = steadied({ again: [run(other)] });
    expect(gone).toMatchObject({ repaired: [false, true], flaky: [{ toRepair: false }] });
    expect(gone.noise[0]).toMatch(/flaky here: 1 failure came or went .*src\/a\.py/);
    expect(gone.stop).toBeUndefined();
    const third = aKnown(found('src/c.py'));
    const came = steadied({ again: [run(one, other, third)] });
    expect(came).toMatchObject({
      repaired: [true, true],
      flaky: [{ finding: { filePath: 'src/c.py' }, toRepair: false, fromStart: true }],
    });
  });

  it('tells what depends on the place from what is flaky by a third run', () => {
    const inPlace = [run(other)];
    expect(dependsOnPlace(aSnapshot(run(one, other)), { inPlace })).toBe(true);
    expect(dependsOnPlace(aSnapshot(run(other)), { inPlace })).toBe(false);
    const again = [run(one, other)];
    const placed = steadied({ again, inPlace, thrice: [run(one, other)] });
    expect(placed).toMatchObject({ repaired: [false, true], flaky: [] });
    expect(placed.noise[0]).toMatch(/^ruff fails in copies of the project only, .* 1 failure \(/);
    expect(steadied({ again, inPlace, thrice: [run(other)] }).noise[0]).toContain('flaky');
  });

  it('believes no engine that could not judge where the project lies', () => {
    const inPlace = [anEngineSnapshot({ outcome: failedOutcome })];
    expect(steadied({ again: [run(one, other)], inPlace })).toMatchObject({
      repaired: [true, true],
      noise: [],
    });
  });

  it('stops where nothing is left, unless something else is asked', () => {
    expect(steadied({ again: [run()] }).stop).toMatch(/^ruff is flaky.* could be proved here\.$/);
    expect(steadied({ again: [run()] }, true).stop).toBeUndefined();
  });

  it('stops where an engine judges all of it in one copy, and not in the next', () => {
    const again = [anEngineSnapshot({ outcome: failedOutcome })];
    expect(steadied({ again }).stop).toMatch(/^ruff judges the same files otherwise each time/);
  });

  it('compares only tests that both runs name', () => {
    const seen = { ...nothing, again: [named('a', 'c')] };
    expect(steadyStart(aSnapshot(named('a', 'b')), seen).start.runs[0]?.tests).toEqual([
      { id: 'a', skipped: false },
    ]);
  });
});
