import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTickStore } from '#store/dynamo/tick.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { t0 } from '../../support/samples.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

describe('the record of the last tick', () => {
  it('is empty before the first, and then that of the latest one', async () => {
    const table = await freshTable(endpoint);
    const ticks = createTickStore(table);
    expect(await ticks.last()).toBeUndefined();
    await ticks.record(t0);
    expect(await createTickStore(table).last()).toBe(t0);
    await ticks.record(t0 + 60_000);
    await ticks.record(t0 + 30_000);
    expect(await ticks.last()).toBe(t0 + 60_000);
  });
});
