import { describe, expect, it } from 'vitest';
import { suggestNearest } from '#config/suggest.ts';

describe('the nearest word', () => {
  const words = ['maxFilesChanged', 'maxLinesChanged', 'enabled', 'order', 'fix', 'git'];

  it.each([
    ['maxFileChanged', 'maxFilesChanged'],
    ['max_files_changed', 'maxFilesChanged'],
    ['MAX-FILES-CHANGED', 'maxFilesChanged'],
    ['maxLineChagned', 'maxLinesChanged'],
    ['enable', 'enabled'],
    ['oredr', 'order'],
    ['fixes', 'fix'],
    ['gti', 'git'],
    ['fit', 'fix'],
  ])('to %s is %s', (word, expected) => expect(suggestNearest(word, words)).toBe(expected));

  it.each(['', 'x', 'colour', 'maxBytes', 'g'])('to "%s" is none', (word) => {
    expect(suggestNearest(word, words)).toBeUndefined();
  });

  it('is the one with fewer edits, not the first', () => {
    expect(suggestNearest('limitz', ['limes', 'limits'])).toBe('limits');
  });
});
