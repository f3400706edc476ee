import { describe, expect, it } from 'vitest';
import { createTerminal } from './terminal.ts';

const screens: Readonly<Record<string, readonly [text: string, rows: readonly string[]]>> = {
  'writes lines': ['one\ntwo\n', ['one', 'two']],
  'writes over what stands there': ['abcdef\rXY', ['XYcdef']],
  'goes up and stays in its column': ['one\ntwo\u001B[1AX', ['oneX', 'two']],
  'does not go above the first row': ['one\u001B[9A\rX', ['Xne']],
  'clears from the cursor on': ['one\ntwo\nthree\u001B[2A\r\u001B[J', []],
  'keeps what is before the cursor': ['one\ntwo\u001B[1A\u001B[J', ['one']],
  'wraps a row that is too long': ['0123456789a\n', ['0123456789', 'a']],
};

describe('the terminal of tests', () => {
  it.each(Object.entries(screens))('%s', (_name, [text, rows]) => {
    const terminal = createTerminal(10);
    terminal.write(text);
    expect(terminal.rows()).toEqual(rows);
  });

  it('hides and shows its cursor', () => {
    const terminal = createTerminal();
    terminal.write('\u001B[?25l');
    expect(terminal.cursorShown()).toBe(false);
    terminal.write('\u001B[?25h');
    expect(terminal.cursorShown()).toBe(true);
  });

  it('refuses what it does not know', () => {
    expect(() => createTerminal().write('\u001B[2K')).toThrow('unknown sequence');
  });
});
