import { freshTable } from '../../support/dynamo.ts';
import { sharedMoto } from '../../support/moto.ts';
import { storeContracts } from './store-contracts.ts';

const moto = sharedMoto();

async function openTable() {
  const { endpoint: url } = await moto();
  return { ...(await freshTable({ url })), settle: async () => undefined };
}

// moto answers one request after the other, so a crowd shows nothing there but how long it waits.
storeContracts('DynamoDB of moto', openTable, ['crowds']);
