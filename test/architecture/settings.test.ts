import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixedSettings } from '#config/settings-tree.ts';
import { sharing } from '../../vitest.config.ts';
import { sourceFiles } from './source-files.ts';

it('every setting is read by something other than the configuration itself', () => {
  const readers = sourceFiles('.', ['lib'])
    .filter((path) => path.endsWith('.ts') && !path.startsWith('lib/config/'))
    .map((path) => readFileSync(path, 'utf8'));
  const words = new Set(readers.flatMap((text) => text.match(/\w+/g) ?? []));
  const unread = fixedSettings().filter(({ path }) => !words.has(path.at(-1) ?? ''));
  expect(unread.map(({ path }) => path.join('.'))).toEqual([]);
});

it('tests of pure code share a process, wherever they stand', () => {
  const named = new Set(globSync(sharing));
  const rooms = globSync('lib/{base,config,model,report,*/rules}').map((path) =>
    path.replace('lib', 'test'),
  );
  const stands = globSync(rooms.map((room) => `${room}/**/*.test.ts`));
  expect(stands.length).toBeGreaterThan(0);
  expect(stands.filter((path) => !named.has(path))).toEqual([]);
});
