import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { engines } from '#engines/registry.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/engines/executes.md'), 'utf8');
const rows = [...page.matchAll(/^\| (?!engine|-)(.+?) +\| (.+?) +\|$/gm)];

it('the page says of every engine what it executes of a repository', () => {
  const told = rows.flatMap(([, ids = '', words = '']) =>
    ids.split(', ').map((id) => [id, words] as const),
  );
  const own = engines.map(({ id, loads }) => [id, typeof loads === 'string' ? loads : loads.by]);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(own));
  expect(told).toHaveLength(own.length);
});
