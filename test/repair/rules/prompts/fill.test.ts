import { describe, expect, it } from 'vitest';
import { fillTemplate } from '#repair/rules/prompts/task-prompt.ts';

describe('a template', () => {
  it('is filled in, each placeholder as often as it stands', () => {
    expect(fillTemplate('{{a}} {b} {{a}}{{c}}', { a: '1', c: '' })).toBe('1 {b} 1');
  });

  it('does not read values for placeholders or patterns of replacement', () => {
    expect(fillTemplate('{{a}}-{{b}}', { a: '{{b}}', b: "$& $' $1" })).toBe("{{b}}-$& $' $1");
  });

  it.each([
    ['{{a}} {{b}}', { a: '1' }, 'no value for {{b}}'],
    ['{{toString}}', {}, 'no value for {{toString}}'],
    ['{{a}}', { a: '1', b: '2', c: '3' }, 'no place for b, c'],
  ])('that does not fit its values is an error: %s', (template, values, sentence) => {
    expect(() => fillTemplate(template, values)).toThrow(sentence);
  });
});
