import { expect, it } from 'vitest';
import { utf8Length } from '#base/plain-text.ts';

it.each(['', 'a', 'ü', '€', '🦀', 'aü€🦀'])('counts the bytes of %j', (text) => {
  expect(utf8Length(text)).toBe(Buffer.byteLength(text));
});
