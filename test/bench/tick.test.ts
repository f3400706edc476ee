import { expect, it } from 'vitest';
import { idleTick } from '../../bench/tick.ts';
import { startDynamo } from '../support/dynamo.ts';

it('costs the same however many workspaces are idle', async () => {
  const endpoint = await startDynamo();
  const none = await idleTick(endpoint, 0);
  expect(await idleTick(endpoint, 300)).toEqual(none);
  // A query of each part of the index of what is due, and the tick itself.
  expect(none).toMatchObject({ requests: 17, readUnits: 8, writeUnits: 1, itemsRead: 0 });
  await endpoint.close();
});
