import { windowSize } from '#store/dynamo/claim-window.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { claimRaceContract } from '../../contracts/race/claims.ts';
import { freshTable, startDynamo } from '../../support/dynamo.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { storesOn } from './stores.ts';

claimRaceContract({
  name: 'DynamoDB',
  inversion: windowSize(64) - 1,
  open: async () => {
    const endpoint = await startDynamo();
    const table = await freshTable(endpoint);
    const root = await tempFolder();
    const artifacts = createFileArtifacts({ root });
    return {
      where: { kind: 'dynamo', url: endpoint.url, table: table.name, artifacts: root },
      store: storesOn(table, artifacts).runs,
      close: () => endpoint.close(),
    };
  },
});
