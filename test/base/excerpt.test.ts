import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOutput } from '#base/excerpt.ts';

const esc = '\u{1B}';

const cleaned: Record<string, readonly [written: string, shown: string]> = {
  colours: [`${esc}[1;31merror${esc}[0m: no`, 'error: no'],
  'true colours': [`${esc}[38;2;1;2;3mx${esc}[m`, 'x'],
  'cursor moves': [`a${esc}[2K${esc}[1Gb`, 'ab'],
  'private modes': [`${esc}[?25lwait${esc}[?25h`, 'wait'],
  'links, ended by a bell': [`${esc}]8;;https://a.b\u{07}text${esc}]8;;\u{07}`, 'text'],
  'titles, ended by a string end': [`${esc}]0;title${esc}\\text`, 'text'],
  'character sets': [`${esc}(Btext`, 'text'],
  'line ends of Windows': ['a\r\nb', 'a\nb'],
  'progress lines': ['10%\r20%', '10%\n20%'],
  'control characters': ['a\u{00}b\u{08}c\u{9B}d', 'a\u{FFFD}b\u{FFFD}c\u{FFFD}d'],
  'a lone escape': [`a${esc}`, 'a\u{FFFD}'],
  'lines and tabs, kept': ['a\n\tb', 'a\n\tb'],
  'other scripts, kept': ['größer 日本 🙂', 'größer 日本 🙂'],
};

describe('excerptOf', () => {
  it.each(Object.entries(cleaned))('cleans %s', (_what, [written, shown]) => {
    expect(excerptOutput(written)).toBe(shown);
  });

  it('keeps the last lines, each of them whole', () => {
    const lines = Array.from({ length: 2000 }, (_, index) => `line ${index}`);
    const kept = excerptOutput(lines.join('\n')).split('\n');
    expect(kept).toEqual(lines.slice(-kept.length));
    expect(kept.join('\n').length).toBeGreaterThan(3980);
  });

  it('keeps a line that just fits', () => {
    const last = 'x'.repeat(4000);
    expect(excerptOutput(`first\n${last}`)).toBe(last);
  });

  it.each([
    ['a line end', `first\n${'x'.repeat(5000)}\n`, `${'x'.repeat(3999)}\n`],
    ['nothing', 'x'.repeat(5000), 'x'.repeat(4000)],
  ])('cuts a line that is longer than allowed, followed by %s', (_, written, shown) => {
    expect(excerptOutput(written)).toBe(shown);
  });

  it('leaves out a line whose beginning it never looked at', () => {
    const invisible = `${esc}[0m`.repeat(7950);
    const kept = `${invisible}\nlast`;
    expect(excerptOutput(`the token is ${'a'.repeat(300)}${kept}`)).toBe('last');
  });

  it('counts after cleaning', () => {
    expect(excerptOutput(`${esc}[31mx${esc}[0m`.repeat(3000))).toBe('x'.repeat(3000));
  });

  it('masks what has the shape of a credential', () => {
    expect(excerptOutput('GET https://user:hunter2hunter2@host/')).not.toContain('hunter2');
  });

  it('does not begin in the middle of a character', () => {
    expect(excerptOutput(`🙂${'x'.repeat(3999)}`)).toBe('x'.repeat(3999));
  });

  it('never shows more than 4000 characters or a control character', () => {
    const pieces = fc.constantFrom(
      esc,
      '[',
      ']',
      '0',
      ';',
      'm',
      '\u{07}',
      '\r',
      '\n',
      '🙂',
      'ab',
      '\u{85}',
    );
    const text = fc.array(pieces, { maxLength: 200 }).map((all) => all.join('').repeat(40));
    fc.assert(
      fc.property(text, (written) => {
        const shown = excerptOutput(written);
        expect(shown.length).toBeLessThanOrEqual(4000);
        expect(shown).not.toMatch(/[^\P{Cc}\n\t]/u);
      }),
    );
  });
});
