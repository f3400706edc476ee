import { benchCapacity } from './capacity-table.ts';
import { benchCheck } from './check.ts';
import { benchClaimWrites } from './claim-writes.ts';
import { benchExecutor } from './executor.ts';
import { benchGateway } from './gateway.ts';
import { benchReports } from './reports.ts';
import { benchSession } from './session.ts';
import { benchSqliteClaims } from './sqlite-claims.ts';
import { benchStartUp } from './start-up.ts';

await benchStartUp();
await benchCheck();
await benchReports();
await benchSqliteClaims();
await benchCapacity();
await benchClaimWrites();
await benchGateway();
await benchExecutor();
await benchSession();
