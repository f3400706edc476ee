import { afterAll, beforeAll } from 'vitest';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';
import { laggingTable } from '../../support/lagging-index.ts';
import { storeContracts } from './store-contracts.ts';
import { tableName } from './stores.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

storeContracts('DynamoDB', async () => ({
  ...(await freshTable(endpoint)),
  settle: async () => undefined,
}));

storeContracts('DynamoDB with lagging indexes', () => laggingTable(endpoint, tableName(), 50));
