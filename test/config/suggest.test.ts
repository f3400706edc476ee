import { describe, expect, it } from 'vitest';
import { nearest } from '#config/suggest.ts';

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
  ])('to %s is %s', (word, expected) => expect(nearest(word, words)).toBe(expected));

  it.each(['', 'x', 'colour', 'maxBytes', 'g'])('to "%s" is none', (word) => {
    expect(nearest(word, words)).toBeUndefined();
  });

  it('is the one with fewer edits, not the first', () => {
    expect(nearest('limitz', ['limes', 'limits'])).toBe('limits');
  });
});
