import { describe, expect, it } from 'vitest';
import { canonicalJson, parseJson } from '#base/json.ts';

describe('a JSON text', () => {
  it.each([
    ['{"a":[1]}', { a: [1] }],
    ['null', null],
    ['{"a":', undefined],
    ['', undefined],
  ])('%s is read, or is none', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });
});

describe('canonical JSON', () => {
  it.each([
    [{ b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
    [[{ b: 1, a: 2 }, 'x'], '[{"a":2,"b":1},"x"]'],
    [[['a', 1]], '[["a",1]]'],
    [null, 'null'],
  ])('of %j is %s', (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});
