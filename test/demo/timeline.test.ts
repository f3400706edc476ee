import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { createTimeline } from './timeline.ts';

/** What is written of a few lines. */
function written(color: boolean): string {
  let text = '';
  const timeline = createTimeline({ write: (more) => (text += more), color }, () => 0);
  timeline.say('ratchetr', 'FIX_CI              Checks failed.');
  timeline.say('CI', '1234567 on main: all 7 jobs passed');
  timeline.title('The transition log');
  timeline.show('  2  DONE                Checks are green.\n✗ lint: \u001B[31mred\u001B[0m');
  return text;
}

it('shows the same with and without colours, and none but its own', () => {
  const plain = written(false);
  expect(plain).toBe(
    [
      '   0.0s  ratchetr  FIX_CI              Checks failed.',
      '   0.0s  CI        1234567 on main: all 7 jobs passed',
      '',
      'The transition log',
      '    2  DONE                Checks are green.',
      '  ✗ lint: red',
      '',
    ].join('\n'),
  );
  const coloured = written(true);
  expect(stripVTControlCharacters(coloured)).toBe(plain);
  const escape = '\u001B[';
  for (const [code, word] of [
    [33, 'FIX_CI'],
    [32, 'all 7 jobs passed'],
    [32, 'DONE'],
    [31, '✗'],
  ]) {
    expect(coloured).toContain(`${escape}${code}m${word}${escape}0m`);
  }
});
