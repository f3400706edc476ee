import type { OperatorRequest, OperatorResponse } from '../rules/operators/operator-methods.ts';
import { obey, rememberObeyed } from '../rules/decision/obey.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import { changeWithRetries, createLogEntry } from '../workspace-changes.ts';

/** Has an order of an operator obeyed, once: whoever may write here may say so. */
export async function obeyOperator(
  deps: ChangeDeps,
  { id, order, by: login, orderId }: OperatorRequest<'order'>,
): Promise<OperatorResponse<'order'>> {
  const outcome = await changeWithRetries(deps, id, ({ state }, now) => {
    if (state.obeyed.includes(orderId)) {
      return { next: undefined, told: confirmOrder('It was done before.') };
    }
    const said = obey(state, order, { login, commentId: orderId, now, vouchedAt: now });
    if (said.kind === 'refused') return { next: undefined, told: refuseOrder(said.sentence) };
    const { next, commands, reason } = said.value;
    return {
      next: rememberObeyed(next, orderId),
      transition: createLogEntry(now, { action: 'WAIT', reason, snapshot: { login, order } }),
      commands,
      dueAt: now,
      told: confirmOrder(reason),
    };
  });
  if (outcome.kind === 'unknown') return refuseOrder('The pull request is not watched any more.');
  return outcome.answer.told;
}

function confirmOrder(sentence: string): OperatorResponse<'order'> {
  return { kind: 'obeyed', sentence };
}

function refuseOrder(sentence: string): OperatorResponse<'order'> {
  return { kind: 'refused', sentence };
}
