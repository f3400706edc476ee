import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixedSettings } from '#config/settings-tree.ts';
import { sourceFiles } from './source-files.ts';

it('every setting is read by something other than the configuration itself', () => {
  const readers = sourceFiles('.', ['lib'])
    .filter((path) => path.endsWith('.ts') && !path.startsWith('lib/config/'))
    .map((path) => readFileSync(path, 'utf8'));
  const words = new Set(readers.flatMap((text) => text.match(/\w+/g) ?? []));
  const unread = fixedSettings().filter(({ path }) => !words.has(path.at(-1) ?? ''));
  expect(unread.map(({ path }) => path.join('.'))).toEqual([]);
});
