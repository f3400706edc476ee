import { expect, it } from 'vitest';
import { holdPlane } from '#local/up/hold-plane.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('lets one control plane into a folder, and the next one once the first has gone', async () => {
  const [home, other] = [await tempFolder(), await tempFolder()];
  const letGo = holdPlane(home);
  expect(letGo).toBeDefined();
  expect(holdPlane(home)).toBeUndefined();
  holdPlane(other)?.();
  letGo?.();
  const next = holdPlane(home);
  expect(next).toBeDefined();
  next?.();
});
