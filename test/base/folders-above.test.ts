import { expect, test } from 'vitest';
import { foldersAbove } from '#base/folders-above.ts';

test('names every folder that a path lies in, the nearest last', () => {
  expect(foldersAbove('src/deep/file.ts')).toStrictEqual(['src', 'src/deep']);
  expect(foldersAbove('file.ts')).toStrictEqual([]);
});
