import type { Cost } from '#model/cost.ts';
import type { ResultEvent } from './claude-result-event.ts';

/** What Claude Code says it cost. Its `usage` may be of the last turn alone; the figures per model are of all. */
export function costOf(event: ResultEvent | undefined): Cost {
  if (event?.total_cost_usd === undefined) return { usd: 0, source: 'none' };
  const used = Object.entries(event.modelUsage);
  const all = used.map(([, usage]) => usage);
  const dearest = used.toSorted(([, one], [, other]) => other.costUSD - one.costUSD)[0];
  return {
    usd: event.total_cost_usd,
    // A model that it does not know has the price of another.
    source: all.some(({ costBasis }) => costBasis === 'unknown') ? 'estimated' : 'reported',
    ...(dearest && { model: dearest[0] }),
    inputTokens: sum(all.map(({ inputTokens }) => inputTokens)),
    cacheReadTokens: sum(all.map(({ cacheReadInputTokens }) => cacheReadInputTokens)),
    cacheWriteTokens: sum(all.map(({ cacheCreationInputTokens }) => cacheCreationInputTokens)),
    outputTokens: sum(all.map(({ outputTokens }) => outputTokens)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
