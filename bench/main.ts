import { benchCapacity } from './capacity-table.ts';
import { benchClaimWrites } from './claim-writes.ts';
import { benchSqliteClaims } from './sqlite-claims.ts';

await benchSqliteClaims();
await benchCapacity();
await benchClaimWrites();
