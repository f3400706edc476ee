import type { Finding } from '#model/finding.ts';
import type { KnownFinding } from '../rules/session/known-finding.ts';
import {
  describeSnapshot,
  allFindings,
  type FindingsSnapshot,
} from '../rules/session/findings-snapshot.ts';
import { emit } from './emit.ts';
import type { SessionContext, RepairServices } from './session.ts';

/** Writes down what the engines found, for those who ask later. */
export async function storeSnapshot(
  deps: RepairServices,
  session: SessionContext,
  snapshot: FindingsSnapshot,
): Promise<void> {
  const { stage } = snapshot;
  await storeFindings(deps, session, snapshot);
  const { findings, toRepair, durationMs } = describeSnapshot(snapshot);
  deps.session.collected(stage, { findings: allFindings(snapshot).length, toRepair });
  const payload = { stage, findings, to_repair: toRepair, duration_ms: durationMs };
  await emit(deps, session, { type: 'collected', payload });
}

export async function storeFindings(
  { runs: store }: RepairServices,
  { run }: SessionContext,
  { stage, runs }: FindingsSnapshot,
): Promise<void> {
  for (const [tool, own] of Map.groupBy(runs, ({ scheduled }) => scheduled.engine)) {
    const findings = own.flatMap(({ known }) => known.map(storedFinding));
    await store.addFindings({ runId: run.id, tool, stage, findings });
  }
}

/** Tolerated findings are kept as well, with a mark. */
function storedFinding({ finding, toRepair }: KnownFinding): Finding {
  return toRepair ? finding : { ...finding, meta: { ...finding.meta, tolerated: true } };
}
