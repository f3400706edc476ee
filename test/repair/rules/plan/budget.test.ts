import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  budget,
  estimateUsd,
  newBudget,
  releaseReservation,
  reserveEstimates,
  reservedUsd,
  bookCost,
  spentUsd,
  withCap,
  type Budget,
} from '#repair/rules/plan/budget.ts';
import { runs, step } from './steps.ts';

const held = (state: Budget) => Object.values(state.reserved).reduce((sum, one) => sum + one, 0);

/** Finer than what is booked, so that rounding shows. */
const inParts = (parts: number) => parts / 100_000_000;

function reserved(before: Budget, ...usd: number[]): Budget {
  const result = reserveEstimates(
    before,
    usd.map((one, index) => ({ stepId: index + 1, usd: one })),
  );
  if (result.kind === 'refused') throw new Error(result.sentence);
  return result.value;
}

describe('a budget', () => {
  it('takes a batch that fits to the last cent', () => {
    const state = reserved(newBudget(0.3), 0.1, 0.2);
    expect(reserveEstimates(state, [{ stepId: 3, usd: 0.000001 }]).kind).toBe('refused');
    expect(spentUsd(bookCost(bookCost(state, 1, 0.1), 2, 0.2))).toBe(0.3);
  });

  it('refuses a batch as a whole and says by how much it is too dear', () => {
    const state = reserved(newBudget(1), 0.75);
    const batch = [
      { stepId: 2, usd: 0.2 },
      { stepId: 3, usd: 0.1 },
    ];
    expect(reserveEstimates(state, batch)).toEqual({
      kind: 'refused',
      code: 'over-budget',
      sentence:
        'Steps 2, 3 together may cost $0.30, but only $0.25 of the $1.00 allowed is left: raise the budget to go on.',
    });
  });

  it('has what is left of a reservation again when it is settled or released', () => {
    const settled = bookCost(reserved(newBudget(1), 1), 1, 0.4);
    expect(reserveEstimates(settled, [{ stepId: 2, usd: 0.6 }]).kind).toBe('ok');
    const released = releaseReservation(reserved(newBudget(1), 1), 1);
    expect(released).toEqual(newBudget(1));
  });

  it('books the whole reservation when nobody knows the cost', () => {
    expect(spentUsd(bookCost(reserved(newBudget(1), 0.7), 1))).toBe(0.7);
  });

  it('tells what exceeded the cap and refuses all that costs from then on', () => {
    const state = bookCost(reserved(newBudget(1), 0.5), 1, 1.25);
    expect(spentUsd(state)).toBe(1.25);
    expect(state).toMatchObject({ spent: 1_000_000, overrun: 250_000 });
    expect(reserveEstimates(state, [{ stepId: 2, usd: 0.000001 }])).toMatchObject({
      sentence: expect.stringContaining('may cost $0.000001, but only $0.00 of'),
    });
    expect(reserveEstimates(state, [{ stepId: 2, usd: 0 }]).kind).toBe('ok');
  });

  it('leaves an overrun out of what a later release frees', () => {
    const state = releaseReservation(bookCost(reserved(newBudget(1), 0.5, 0.5), 1, 0.9), 2);
    expect(spentUsd(state)).toBe(0.9);
    expect(reserveEstimates(state, [{ stepId: 3, usd: 0.11 }]).kind).toBe('refused');
    expect(reserveEstimates(state, [{ stepId: 3, usd: 0.1 }]).kind).toBe('ok');
  });

  it('goes on under another cap with all that was spent', () => {
    const before = bookCost(reserved(newBudget(1), 0.5, 0.25), 1, 0.9);
    const lower = withCap(before, 0.5);
    expect(spentUsd(lower)).toBe(0.9);
    expect(reserveEstimates(lower, [{ stepId: 3, usd: 0.000001 }]).kind).toBe('refused');
    const higher = withCap(lower, 2);
    expect(spentUsd(higher)).toBe(0.9);
    expect(reservedUsd(higher, 2)).toBe(0.25);
    expect(reserveEstimates(higher, [{ stepId: 3, usd: 0.85 }]).kind).toBe('ok');
    expect(reserveEstimates(higher, [{ stepId: 3, usd: 0.86 }]).kind).toBe('refused');
  });

  it('is a bug to settle what is not reserved, or to reserve it twice', () => {
    expect(() => bookCost(newBudget(1), 1, 0)).toThrow('Step 1 has no reservation');
    expect(() => releaseReservation(newBudget(1), 1)).toThrow('Step 1 has no reservation');
    expect(() => reserved(reserved(newBudget(1), 0.1), 0.1)).toThrow('reservation already');
  });

  it.each([-0.01, Number.NaN, Number.POSITIVE_INFINITY])('takes no amount of %d', (usd) => {
    expect(() => newBudget(usd)).toThrow('no amount of money');
    expect(() => reserveEstimates(newBudget(1), [{ stepId: 1, usd }])).toThrow(
      'no amount of money',
    );
    expect(() => bookCost(reserved(newBudget(1), 0.5), 1, usd)).toThrow('no amount of money');
  });

  it('never passes its cap, never falls below nothing and tells all that was spent', () => {
    const usd = fc.nat({ max: 50_000_000 }).map(inParts);
    const move = fc.record({
      kind: fc.constantFrom('reserve', 'settle', 'release'),
      stepId: fc.nat({ max: 7 }),
      usd,
    });
    fc.assert(
      fc.property(fc.nat({ max: 200_000_000 }).map(inParts), fc.array(move), (cap, moves) => {
        let state = newBudget(cap);
        let total = 0;
        for (const { kind, stepId, usd: amount } of moves) {
          const isReserved = String(stepId) in state.reserved;
          if (kind === 'reserve' && !isReserved) {
            const result = reserveEstimates(state, [{ stepId, usd: amount }]);
            if (result.kind === 'ok') state = result.value;
          }
          if (kind === 'settle' && isReserved) {
            state = bookCost(state, stepId, amount);
            total += amount;
          }
          if (kind === 'release' && isReserved) state = releaseReservation(state, stepId);
          expect(state.spent + held(state)).toBeLessThanOrEqual(state.cap);
          expect(budget.parse(structuredClone(state))).toEqual(state);
        }
        expect(spentUsd(state)).toBeGreaterThanOrEqual(total - 1e-9);
        expect(spentUsd(state)).toBeLessThanOrEqual(total + moves.length * 1e-6);
      }),
    );
  });
});

it('estimates a step by itself, or else by its type', () => {
  const table = {
    create_file: 0,
    modify_file: 0,
    delete_file: 0,
    run_command: 0.02,
    read_file: 0,
    get_user_input: 0,
    browser_act: 0.01,
    use_tool: 0.05,
  };
  expect(estimateUsd(step(1, runs()), table)).toBe(0.02);
  expect(estimateUsd(step(1, runs(), { estimatedUsd: 0 }), table)).toBe(0);
});
