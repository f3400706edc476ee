import { benchBundles } from './bundles.ts';
import { benchCapacity } from './capacity-table.ts';
import { benchCheck } from './check.ts';
import { chosenBenchmarks } from './choose.ts';
import { benchClaimWrites } from './claim-writes.ts';
import { benchDecisionRound } from './decision-round.ts';
import { benchExecutor } from './executor.ts';
import { benchGateway } from './gateway.ts';
import { benchHouse } from './house.ts';
import { benchIngest } from './ingest.ts';
import { benchJudge } from './judge.ts';
import { benchMoved } from './moved.ts';
import { benchReports } from './reports.ts';
import { benchSession } from './session.ts';
import { benchSqliteClaims } from './sqlite-claims.ts';
import { benchStartUp } from './start-up.ts';
import { benchTick } from './tick.ts';
import { benchWebhookToPush } from './webhook-to-push.ts';

const benchmarks = {
  'start-up': benchStartUp,
  bundles: benchBundles,
  check: benchCheck,
  moved: benchMoved,
  reports: benchReports,
  'sqlite-claims': benchSqliteClaims,
  capacity: benchCapacity,
  'claim-writes': benchClaimWrites,
  tick: benchTick,
  ingest: benchIngest,
  'decision-round': benchDecisionRound,
  'webhook-to-push': benchWebhookToPush,
  gateway: benchGateway,
  executor: benchExecutor,
  session: benchSession,
  judge: benchJudge,
  house: benchHouse,
};

const chosen = chosenBenchmarks(benchmarks, process.argv.slice(2));
if (typeof chosen === 'string') {
  process.stderr.write(chosen);
  process.exitCode = 2;
} else {
  for (const bench of chosen) await bench();
}
