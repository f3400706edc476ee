import { expect, it } from 'vitest';
import { onceEach } from '#check/rules/findings/once-each.ts';

it('works out each value once, also where it is nothing', () => {
  const asked: string[] = [];
  const value = onceEach((key: string) => {
    asked.push(key);
    return key === 'none' ? undefined : key.length;
  });
  expect(['one', 'none', 'one', 'none'].map((key) => value(key))).toEqual([
    3,
    undefined,
    3,
    undefined,
  ]);
  expect(asked).toEqual(['one', 'none']);
});
