import { describe, expect, it } from 'vitest';
import { eachLine, firstLineOf } from '#base/lines.ts';

describe('the lines of a text', () => {
  it.each(['', '\n', 'a', 'a\n', '\na', 'a\n\nb\r\nc\n'])('are those of a split: %j', (text) => {
    expect([...eachLine(text)]).toEqual(text.split('\n'));
  });

  it('are read one by one where there are more than a list can hold', () => {
    const text = '\n'.repeat(2 ** 27 + 1);
    const first = eachLine(text);
    expect(first.next()).toEqual({ done: false, value: '' });
  });
});

it.each([
  ['a', 'a'],
  ['\n \n  a \nb', 'a'],
  [' \n', ''],
])('the first line of %j that is not empty is %j', (text, line) => {
  expect(firstLineOf(text)).toBe(line);
});
