import type { Task } from '#model/task.ts';
import type { AgentTrouble } from '../rules/session/agent-trouble.ts';
import { ableAgents, chooseAgent } from '../rules/session/choose-agent.ts';
import { isFindingOfTask } from '../rules/session/own-findings.ts';
import { allFindings, type FindingsSnapshot } from '../rules/session/findings-snapshot.ts';
import type { Agent } from '#agents/contract.ts';
import type { SessionContext, RepairServices, SessionState } from './session.ts';

export interface ClaimedTask {
  readonly task: Task;
  readonly state: SessionState;
  readonly snapshot: FindingsSnapshot;
}

export type Chosen =
  | { readonly kind: 'agent'; readonly agent: Agent }
  /** There is nothing left to do. */
  | { readonly kind: 'done'; readonly reason: string }
  | { readonly kind: 'no-agent'; readonly reason: string }
  /** Those who could do it are in trouble for the rest of the run. */
  | { readonly kind: 'given-up'; readonly trouble: AgentTrouble };

/** Chooses the agent for a claimed task, if there is work left. */
export function chooseWorker(
  { agents }: RepairServices,
  { settings }: SessionContext,
  claimed: ClaimedTask,
): Chosen {
  const done = whyDone(claimed);
  if (done !== undefined) return { kind: 'done', reason: done };
  const { task, state } = claimed;
  const troubles = settings.order.map((id) => lastingTrouble(agents.find(id), settings, state));
  const order = settings.order.filter((_, at) => troubles[at] === undefined);
  if (ableAgents(task, order).length === 0) {
    const [trouble] = settings.order.flatMap((id, at) =>
      ableAgents(task, [id]).length === 0 ? [] : (troubles[at] ?? []),
    );
    if (trouble !== undefined) return { kind: 'given-up', trouble };
  }
  const choice = chooseAgent(task, order);
  if (choice.kind === 'no-agent') return choice;
  const agent = agents.find(choice.id);
  if (agent === undefined) return { kind: 'no-agent', reason: `There is no agent ${choice.id}.` };
  return { kind: 'agent', agent };
}

/** What keeps an agent out for the rest of the run. What tools repair by themselves costs nothing. */
function lastingTrouble(
  agent: Agent | undefined,
  { budgetUsd }: SessionContext['settings'],
  { standings, spentUsd }: SessionState,
): AgentTrouble | undefined {
  if (agent === undefined || agent.kind === 'fixes') return undefined;
  const standing = standings.get(agent.id);
  if (standing?.kind === 'out') return standing.trouble;
  if (spentUsd < budgetUsd) return undefined;
  const sentence = `The budget of $${budgetUsd.toFixed(2)} is used up: agents cost $${spentUsd.toFixed(2)}. Raise it to go on.`;
  return { kind: 'budget', sentence };
}

/** A worker that died may have got further than it could tell; and another change may have done it on the way. */
function whyDone({ task, state, snapshot }: ClaimedTask): string | undefined {
  if (state.accepted.some(({ taskId }) => taskId === task.id)) {
    return 'Its change was accepted before its worker vanished.';
  }
  const isOfEngine = snapshot.runs.some(({ scheduled }) => scheduled.engine === task.tool);
  if (!isOfEngine || task.findingIds.length === 0) return undefined;
  const isLeft = allFindings(snapshot).some((known) => isFindingOfTask(task, known));
  return isLeft ? undefined : `Its findings were gone at the stage ${snapshot.stage}.`;
}
