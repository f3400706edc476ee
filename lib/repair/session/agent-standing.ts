import { standingAfter } from '../rules/session/agent-trouble.ts';
import type { Agent } from '#agents/contract.ts';
import type { Attempted } from '../attempt-task.ts';
import type { SessionContext, RepairServices, SessionState } from './session.ts';

type Standings = SessionState['standings'];

/** Waits while the agent is paused, for others may have met an outage of its provider. */
export async function untilReady(
  { clock }: RepairServices,
  standings: Standings,
  { agent, signal }: { readonly agent: Agent; readonly signal: AbortSignal },
): Promise<void> {
  for (;;) {
    const standing = standings.get(agent.id);
    const pauseMs = standing?.kind === 'paused' ? standing.until - clock.now() : 0;
    if (pauseMs <= 0 || signal.aborted) return;
    await clock.sleep(pauseMs, signal).catch(() => undefined);
  }
}

export interface AttemptSeen {
  readonly state: SessionState;
  readonly agent: Agent;
  readonly startedAt: number;
  readonly tried: Attempted;
}

/** Remembers how the agent stands after an attempt. A budget that is used up keeps all out that cost anything. */
export function noteStanding(
  { agents, clock, log }: RepairServices,
  { settings }: SessionContext,
  { state: { standings }, agent, startedAt, tried: { trouble } }: AttemptSeen,
): void {
  if (agent.kind === 'fixes') return;
  if (trouble === undefined) {
    if (standings.get(agent.id)?.kind === 'paused') standings.delete(agent.id);
    return;
  }
  const concerned =
    trouble.kind === 'budget'
      ? settings.order.filter((id) => agents.find(id)?.kind !== 'fixes')
      : [agent.id];
  const now = clock.now();
  for (const id of concerned) {
    const before = standings.get(id);
    const standing = standingAfter(before, { trouble, startedAt, now });
    standings.set(id, standing);
    if (standing === before) continue;
    if (standing.kind === 'out') {
      log.warn('An agent is not used any more in this run', {
        agent: id,
        reason: trouble.sentence,
      });
    } else {
      const seconds = Math.round((standing.until - now) / 1_000);
      log.warn('An agent waits for its provider', { agent: id, seconds, reason: trouble.sentence });
    }
  }
}
