import type { OperatorRequest, OperatorResponse } from '../rules/operators/operator-methods.ts';
import { obey, rememberObeyed } from '../rules/decision/obey.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import { changeSurely, logEntry } from '../workspace-changes.ts';

/** Has an order of an operator obeyed, once: whoever may write here may say so. */
export async function giveOrder(
  deps: ChangeDeps,
  { id, order, by: login, orderId }: OperatorRequest<'order'>,
): Promise<OperatorResponse<'order'>> {
  const outcome = await changeSurely(deps, id, ({ state }, now) => {
    if (state.obeyed.includes(orderId)) {
      return { next: undefined, told: obeyed('It was done before.') };
    }
    const said = obey(state, order, { login, commentId: orderId, now, vouchedAt: now });
    if (said.kind === 'refused') return { next: undefined, told: refused(said.sentence) };
    const { next, commands, reason } = said.value;
    return {
      next: rememberObeyed(next, orderId),
      transition: logEntry(now, { action: 'WAIT', reason, snapshot: { login, order } }),
      commands,
      dueAt: now,
      told: obeyed(reason),
    };
  });
  if (outcome.kind === 'unknown') return refused('The pull request is not watched any more.');
  return outcome.answer.told;
}

function obeyed(sentence: string): OperatorResponse<'order'> {
  return { kind: 'obeyed', sentence };
}

function refused(sentence: string): OperatorResponse<'order'> {
  return { kind: 'refused', sentence };
}
