// It runs inside test runners: plain JavaScript without dependencies.
import assert from 'node:assert';

/** Tests of ours by their form: each passes where both values are the same. */
const bodies = {
  assert: (expect, one, other) => assert.strictEqual(one, other),
  deepEqual: (expect, one, other) => assert.deepStrictEqual([one], [other]),
  negated: (expect, one, other) => expect(one === other).not.toBe(false),
  rejects: (expect, one, other) =>
    expect(Promise.reject(new Error(`of ${one}`))).rejects.toThrow(exactly(other)),
  resolves: (expect, one, other) => expect(Promise.resolve(one)).resolves.toBe(other),
  throw: (expect, one, other) => {
    if (one !== other) throw new Error(`${one} is not ${other}`);
  },
  toBe: (expect, one, other) => expect(one).toBe(other),
  toBeCloseTo: (expect, one, other) => expect(one).toBeCloseTo(other),
  toBeDefined: (expect, one, other) => expect(one === other ? one : undefined).toBeDefined(),
  toBeFalsy: (expect, one, other) => expect(one !== other).toBeFalsy(),
  toBeGreaterThan: (expect, one, other) => expect(one + 1).toBeGreaterThan(other),
  toBeGreaterThanOrEqual: (expect, one, other) => expect(one).toBeGreaterThanOrEqual(other),
  toBeInstanceOf: (expect, one, other) =>
    expect(one === other ? new Map() : []).toBeInstanceOf(Map),
  toBeLessThan: (expect, one, other) => expect(other).toBeLessThan(one + 1),
  toBeLessThanOrEqual: (expect, one, other) => expect(other).toBeLessThanOrEqual(one),
  toBeNull: (expect, one, other) => expect(one === other ? null : one).toBeNull(),
  toBeTruthy: (expect, one, other) => expect(one === other).toBeTruthy(),
  toBeUndefined: (expect, one, other) => expect(one === other ? undefined : one).toBeUndefined(),
  toContain: (expect, one, other) => expect([one]).toContain(other),
  toContainEqual: (expect, one, other) => expect([{ one }]).toContainEqual({ one: other }),
  toEqual: (expect, one, other) => expect({ value: one }).toEqual({ value: other }),
  toHaveLength: (expect, one, other) => expect({ length: one }).toHaveLength(other),
  toHaveProperty: (expect, one, other) => expect({ one }).toHaveProperty('one', other),
  toMatch: (expect, one, other) => expect(`of ${one}`).toMatch(exactly(other)),
  toMatchObject: (expect, one, other) => expect({ one, two: 2 }).toMatchObject({ one: other }),
  toStrictEqual: (expect, one, other) => expect([one]).toStrictEqual([other]),
  toThrow: (expect, one, other) =>
    expect(() => {
      throw new Error(`of ${one}`);
    }).toThrow(exactly(other)),
};

function exactly(value) {
  return new RegExp(`^of ${value}$`);
}

/** Their work, for a test of this name. */
export function canaryBody({ form, values: [one, other] }, expectNow) {
  return () => bodies[form](expectNow(), one, other);
}
