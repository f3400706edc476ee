import type { Cost } from '#model/cost.ts';
import type { CodexEvent } from './events.ts';

/** What Codex used. It tells tokens of turns that were completed, and neither a price nor its model. */
export function costOf(events: readonly CodexEvent[], model: string | undefined): Cost {
  const turns = events.flatMap((event) => (event.type === 'turn.completed' ? [event.usage] : []));
  const named = model === undefined ? {} : { model };
  if (turns.length === 0) return { usd: 0, source: 'none', ...named };
  const total = (of: (turn: (typeof turns)[number]) => number) =>
    turns.reduce((sum, turn) => sum + of(turn), 0);
  return {
    usd: 0,
    source: 'none',
    ...named,
    // Its input contains what came from the cache.
    inputTokens: total((turn) => Math.max(0, turn.input_tokens - turn.cached_input_tokens)),
    cacheReadTokens: total((turn) => turn.cached_input_tokens),
    cacheWriteTokens: total((turn) => turn.cache_write_input_tokens),
    outputTokens: total((turn) => turn.output_tokens),
  };
}
