import { describe, expect, it } from 'vitest';
import { findHiddenCharacters, mayHide } from '#base/hidden-characters.ts';

const found = (text: string) =>
  findHiddenCharacters(text).map(({ codePoint }) => codePoint.toString(16).toUpperCase());

describe('what hides', () => {
  it.each([
    ['a right-to-left override', 'level != "user\u202E \u2066// admin\u2069 \u2066"', '202E'],
    ['an isolate', 'x = "\u2067a"', '2067'],
    ['a zero width space in a name', 'is\u200BAdmin', '200B'],
    ['a joiner between Latin letters', 'pass\u200Dword', '200D'],
    ['a non-joiner between Latin letters', 'pass\u200Cword', '200C'],
    ['a mark of direction in English', 'total\u200F = 1', '200F'],
    ['a word joiner', 'a\u2060b', '2060'],
    ['a byte order mark within', 'a\u{FEFF}b', 'FEFF'],
    ['a soft hyphen', 'pass\u00ADword', 'AD'],
    ['a tag', 'ignore\u{E0041}', 'E0041'],
    ['tags after a flag that is none', '\u{1F3F4}\u{E0041}\u{E007F}', 'E0041'],
    ['a filler that is a letter', 'const { timeout,\u3164 } = req.query', '3164'],
    ['a half width filler', 'a\uFFA0', 'FFA0'],
    ['an empty sign of Braille', 'a\u2800b', '2800'],
    ['a selector after a plain letter', 'a\uFE01', 'FE01'],
    ['a selector after a digit', '1\uFE0F', 'FE0F'],
    ['selectors that carry data', '\u{1F600}\uFE0F\uFE01', 'FE01'],
    ['a selector of ideographs', 'a\u{E0101}', 'E0101'],
    ['a separator of lines', '// x\u2028run()', '2028'],
    ['an invisible plus', 'a\u2064b', '2064'],
    ['a Cyrillic letter', 'sc\u043Epe', '43E'],
    ['a Cyrillic capital', '\u0410dmin', '410'],
    ['a Cyrillic letter before an underscore', '\u0430_total', '430'],
    ['a Greek letter', 't\u03BFtal', '3BF'],
    ['a Greek capital', '\u0391dmin', '391'],
  ])('%s', (_what, text, first) => {
    expect(found(text)[0]).toBe(first);
    expect(mayHide(text)).toBe(true);
  });
});

describe('what hides nothing', () => {
  it.each([
    ['a family', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
    ['a woman at a computer', '\u{1F469}\u{1F3FD}\u200D\u{1F4BB}'],
    ['a heart', '\u2764\uFE0F and \u{1F3F3}\uFE0F\u200D\u{1F308}'],
    ['a keycap', '1\uFE0F\u20E3 #\uFE0F\u20E3'],
    ['Scotland', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['Persian', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['Hindi', '\u0915\u094D\u200D\u0937'],
    ['Hebrew with a mark', '\u05E9\u05DC\u05D5\u05DD! \u200F(1)'],
    ['Thai', '\u0E01\u0E32\u0E23\u200B\u0E17\u0E14'],
    ['Mongolian', '\u182A\u180B'],
    ['Chinese with a selector', '\u845B\u{E0100}'],
    ['Braille', '\u2801\u2800\u2803'],
    ['a mark at the start', '\u{FEFF}using System;'],
    ['Russian', '\u0421\u0447\u0451\u0442 = total'],
    ['a Latin name with a Russian ending', 'HTML\u043E\u043C'],
    ['Greek', '\u03BF \u03BB\u03CC\u03B3\u03BF\u03C2'],
    ['a formula', '\u03BD_max = \u0394x * \u03BBx'],
    ['an accent', 'na\u00EFve caf\u0065\u0301'],
    ['Chinese and Japanese', '\u5408\u8A08total \u30C6\u30B9\u30C8'],
  ])('%s', (_what, text) => {
    expect(found(text)).toEqual([]);
  });
});
