import { describe, expect, it } from 'vitest';

import { createWholeCharacters } from '#platform/process/capture.ts';

/** What is passed on after each single byte. */
function byteByByte(input: Uint8Array): string[] {
  const characters = createWholeCharacters();
  const passed = Array.from(input, (byte) => characters.push(Uint8Array.of(byte)));
  return [...passed, characters.flush()].map((bytes) => Buffer.from(bytes).toString('hex'));
}

describe('whole characters', () => {
  it.each([
    ['one byte', 'a', ['61', '']],
    ['two bytes', 'ü', ['', 'c3bc', '']],
    ['three bytes', '€', ['', '', 'e282ac', '']],
    ['four bytes', '😀', ['', '', '', 'f09f9880', '']],
  ])('waits for all of a character of %s', (_, text, passed) => {
    expect(byteByByte(Buffer.from(text))).toEqual(passed);
  });

  it.each([
    ['continuations of nothing', [0x80, 0xbf, 0x80], ['80', 'bf', '80', '']],
    ['bytes that UTF-8 never has', [0xff, 0xc0, 0xf8], ['ff', 'c0', 'f8', '']],
    ['a character that never ends', [0xe2, 0x82], ['', '', 'e282']],
    ['a start after an unfinished start', [0xe2, 0x41], ['', 'e241', '']],
  ])('passes %s unchanged', (_, bytes, passed) => {
    expect(byteByByte(Uint8Array.from(bytes))).toEqual(passed);
  });
});
