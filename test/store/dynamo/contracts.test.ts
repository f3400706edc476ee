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

const openTable = async () => ({
  ...(await freshTable(endpoint)),
  settle: async () => undefined,
});

// A crowd has it harder below, and there is a greater one, of several processes, in claim-race.test.ts.
storeContracts('DynamoDB', openTable, ['crowds']);

storeContracts('DynamoDB with lagging indexes', () => laggingTable(endpoint, tableName(), 50));
