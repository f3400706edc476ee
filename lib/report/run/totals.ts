import { attemptStage, type AgentCost, type ReportedAttempt } from '#model/run-report.ts';
import type { RunReport } from '#model/run-report.ts';
import type { SessionSummary } from '#model/session-summary.ts';

/** What each agent cost; amounts from different sources are never put together. */
export function sumCosts(attempts: readonly ReportedAttempt[]): readonly AgentCost[] {
  const groups = Map.groupBy(
    attempts.filter(({ cost }) => cost !== undefined),
    ({ agent, cost }) => JSON.stringify([agent, cost?.source]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first?.cost === undefined) return [];
    const total = (of: (cost: NonNullable<ReportedAttempt['cost']>) => number) =>
      group.reduce((sum, { cost }) => sum + (cost === undefined ? 0 : of(cost)), 0);
    return {
      agent: first.agent,
      source: first.cost.source,
      attempts: group.length,
      usd: total(({ usd }) => usd),
      inputTokens: total(
        ({ inputTokens = 0, cacheReadTokens = 0, cacheWriteTokens = 0 }) =>
          inputTokens + cacheReadTokens + cacheWriteTokens,
      ),
      outputTokens: total(({ outputTokens = 0 }) => outputTokens),
    };
  });
}

/** Where the time went. */
export function sumTimes(
  summary: SessionSummary | null,
  attempts: readonly ReportedAttempt[],
): RunReport['times'] {
  const engines = (summary?.checkpoints ?? []).map(({ durationMs }) => durationMs);
  const stages = attemptStage.options.map((stage) => ({
    stage,
    all: attempts.flatMap(({ stageMs }) => stageMs[stage] ?? []),
  }));
  return [{ stage: 'engines', all: engines }, ...stages]
    .filter(({ all }) => all.length > 0)
    .map(({ stage, all }) => ({
      stage,
      times: all.length,
      ms: all.reduce((sum, ms) => sum + ms, 0),
    }));
}
