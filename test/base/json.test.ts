import { describe, expect, it } from 'vitest';
import { parseJson } from '#base/json.ts';

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
