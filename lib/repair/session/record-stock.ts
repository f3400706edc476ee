import type { Finding } from '#model/finding.ts';
import type { Known } from '../rules/session/known.ts';
import { describeStock, findingsOf, type Stock } from '../rules/session/stock.ts';
import { emit } from './emit.ts';
import type { SessionContext, SessionDeps } from './session.ts';

/** Writes down what the engines found, for those who ask later. */
export async function recordStock(
  deps: SessionDeps,
  session: SessionContext,
  stock: Stock,
): Promise<void> {
  const { stage } = stock;
  await recordFindings(deps, session, stock);
  const { findings, toRepair, durationMs } = describeStock(stock);
  deps.session.collected(stage, { findings: findingsOf(stock).length, toRepair });
  const payload = { stage, findings, to_repair: toRepair, duration_ms: durationMs };
  await emit(deps, session, { type: 'collected', payload });
}

export async function recordFindings(
  { runs: store }: Pick<SessionDeps, 'runs'>,
  { run }: Pick<SessionContext, 'run'>,
  { stage, runs }: Pick<Stock, 'runs' | 'stage'>,
): Promise<void> {
  for (const [tool, own] of Map.groupBy(runs, ({ scheduled }) => scheduled.engine)) {
    const findings = own.flatMap(({ known }) => known.map(storedFinding));
    await store.addFindings({ runId: run.id, tool, stage, findings });
  }
}

/** What nobody is to repair is kept as well, with a mark. */
function storedFinding({ finding, toRepair }: Known): Finding {
  return toRepair ? finding : { ...finding, meta: { ...finding.meta, tolerated: true } };
}
