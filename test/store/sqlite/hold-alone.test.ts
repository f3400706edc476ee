import { join } from 'node:path';
import { expect, it } from 'vitest';
import { holdAlone, isHeld } from '#store/sqlite/hold-alone.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('is held by one at a time', async () => {
  const path = join(await tempFolder(), 'lock');
  const release = holdAlone(path);
  expect(release).toBeTypeOf('function');
  expect(holdAlone(path)).toBeUndefined();
  release?.();
  holdAlone(path)?.();
});

it('is seen to be held, by whoever asks, and only while it is', async () => {
  const path = join(await tempFolder(), 'lock');
  expect(isHeld(path)).toBe(false);
  const release = holdAlone(path);
  expect([isHeld(path), isHeld(path)]).toEqual([true, true]);
  release?.();
  expect(isHeld(path)).toBe(false);
  holdAlone(path)?.();
});

it('says why it cannot be held', async () => {
  const path = join(await tempFolder(), 'none', 'lock');
  expect(() => holdAlone(path)).toThrow('does not exist; create it first');
});
