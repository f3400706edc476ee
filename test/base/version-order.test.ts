import { describe, expect, it } from 'vitest';
import { compareVersions, isOlder } from '#base/version-order.ts';

describe('the order of versions', () => {
  it.each([
    ['1.10.1', '1.9.9', 1],
    ['0.991', '1.0', -1],
    ['9.0', '9.0.0', 0],
    ['v8.57.1', '8.57.1', 0],
    ['0.0.291', '0.0.280', 1],
    ['5.0.0-beta.1', '5.0.0', 0],
    ['7.0.0.dev1', '6.2', 1],
  ])('compares %s with %s by their numbers', (one, other, sign) => {
    expect(Math.sign(compareVersions(one, other))).toBe(sign);
    expect(Math.sign(compareVersions(other, one))).toBe(sign === 0 ? 0 : -sign);
  });

  it('takes a version that is not known for a new one', () => {
    expect(isOlder(undefined, '1.0')).toBe(false);
    expect(isOlder(null, '1.0')).toBe(false);
    expect(isOlder('0.9', '1.0')).toBe(true);
  });
});
