import type { Task } from '#domain/model/task.ts';
import { chooseAgent } from '#domain/session/choose-agent.ts';
import { isOwn } from '#domain/session/own-findings.ts';
import { findingsOf, type Stock } from '#domain/session/stock.ts';
import type { Agent } from '#agents/contract.ts';
import type { SessionContext, SessionDeps, SessionState } from './session.ts';

export interface ClaimedTask {
  readonly task: Task;
  readonly state: SessionState;
  readonly stock: Stock;
}

export type Chosen =
  | { readonly kind: 'agent'; readonly agent: Agent }
  /** There is nothing left to do. */
  | { readonly kind: 'done'; readonly because: string }
  | { readonly kind: 'nobody'; readonly because: string };

/** Says who is to work on a claimed task, if anybody has to. */
export function chooseWorker(
  { agents }: Pick<SessionDeps, 'agents'>,
  { settings }: Pick<SessionContext, 'settings'>,
  claimed: ClaimedTask,
): Chosen {
  const done = whyDone(claimed);
  if (done !== undefined) return { kind: 'done', because: done };
  const choice = chooseAgent(claimed.task, settings.order);
  if (choice.kind === 'nobody') return choice;
  const agent = agents.find(choice.id);
  if (agent === undefined) return { kind: 'nobody', because: `There is no agent ${choice.id}.` };
  if (agent.kind === 'fixes' || claimed.state.spentUsd < settings.budgetUsd) {
    return { kind: 'agent', agent };
  }
  const because = `The budget of $${settings.budgetUsd.toFixed(2)} is spent; raise it to go on.`;
  return { kind: 'nobody', because };
}

/** A worker that died may have got further than it could tell; and another change may have done it on the way. */
function whyDone({ task, state, stock }: ClaimedTask): string | undefined {
  if (state.accepted.some(({ taskId }) => taskId === task.id)) {
    return 'Its change was accepted before its worker vanished.';
  }
  const isOfEngine = stock.runs.some(({ scheduled }) => scheduled.engine === task.tool);
  if (!isOfEngine || task.findingIds.length === 0) return undefined;
  const isLeft = findingsOf(stock).some((known) => isOwn(task, known));
  return isLeft ? undefined : `Its findings were gone at the stage ${stock.stage}.`;
}
