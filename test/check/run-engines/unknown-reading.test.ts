import { expect, it } from 'vitest';
import { aPlace } from './a-tool.ts';

it('keeps no result of an engine that may have read anything', async () => {
  const place = await aPlace();
  const engine = { reads: 'anything' } as const;
  expect((await place.run({ engine })).outcome.origin).toBe('run');
  expect((await place.run({ engine })).outcome.origin).toBe('run');
  expect((await place.counts()).check).toBe(2);
});
