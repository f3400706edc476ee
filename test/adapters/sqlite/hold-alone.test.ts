import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdAlone } from '#adapters/sqlite/hold-alone.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('is held by one at a time', async () => {
  const path = join(await tempFolder(), 'lock');
  const release = holdAlone(path);
  expect(release).toBeTypeOf('function');
  expect(holdAlone(path)).toBeUndefined();
  release?.();
  holdAlone(path)?.();
});

it('says why it cannot be held', async () => {
  const path = join(await tempFolder(), 'none', 'lock');
  expect(() => holdAlone(path)).toThrow('does not exist; create it first');
});
