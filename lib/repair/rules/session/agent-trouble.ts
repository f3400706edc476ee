import * as z from 'zod';
import { secondMs } from '#base/durations.ts';
import type { UnusableAnswer } from '../answer/answer.ts';

/** What keeps an agent from any work, whatever its task is. No attempt is counted for it. */
export const agentTrouble = z.object({
  kind: z
    .enum(['provider', 'account', 'budget'])
    .describe(
      'provider: it cannot be reached or is busy, so later it may work. account: the provider does not accept it, or grants it nothing. budget: what may be spent on this run is used up.',
    ),
  sentence: z.string().describe('For people.'),
  retryAfterMs: z.number().nonnegative().optional().describe('What the provider asked for.'),
});
export type AgentTrouble = z.infer<typeof agentTrouble>;

/** How an agent stands that got into trouble; one that works has no standing. */
export type AgentStanding =
  | {
      readonly kind: 'paused';
      /** Outages in a row. */
      readonly times: number;
      /** When the last one was seen. */
      readonly since: number;
      readonly until: number;
    }
  /** It is not started again in this run. */
  | { readonly kind: 'out'; readonly trouble: AgentTrouble };

/** Programs of agents wait by themselves for seconds; these pauses come on top. After the last one it is enough. */
const pausesMs = [5, 15, 45, 60].map((seconds) => seconds * secondMs);

/** No provider may stop a session for longer, whatever it asks for. */
const longestPauseMs = 5 * 60 * secondMs;

const kinds: Readonly<Partial<Record<UnusableAnswer['reason'], AgentTrouble['kind']>>> = {
  overloaded: 'provider',
  auth: 'account',
  budget_spent: 'budget',
};

/** Whether a failure says something about the agent's provider or account, and nothing about its work. */
export function classifyTrouble({ reason, sentence }: UnusableAnswer): AgentTrouble | undefined {
  const kind = kinds[reason];
  return kind === undefined ? undefined : { kind, sentence };
}

export interface TroubledAttempt {
  readonly trouble: AgentTrouble;
  readonly startedAt: number;
  readonly now: number;
}

/** How an agent stands after an attempt that got into trouble. */
export function standingAfter(
  before: AgentStanding | undefined,
  { trouble, startedAt, now }: TroubledAttempt,
): AgentStanding {
  if (before?.kind === 'out') return before;
  if (trouble.kind !== 'provider') return { kind: 'out', trouble };
  // Several attempts that were under way at once see one and the same outage.
  if (before !== undefined && startedAt < before.since) return before;
  const times = (before?.times ?? 0) + 1;
  const pauseMs = pausesMs[times - 1];
  if (pauseMs === undefined) return { kind: 'out', trouble: lasting(trouble, times) };
  const wantedMs = Math.min(longestPauseMs, trouble.retryAfterMs ?? 0);
  return { kind: 'paused', times, since: now, until: now + Math.max(pauseMs, wantedMs) };
}

function lasting({ kind, sentence }: AgentTrouble, times: number): AgentTrouble {
  return { kind, sentence: `${sentence} This was so ${times} times in a row.` };
}
