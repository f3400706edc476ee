import type { AskedOf, ToldOf } from '../rules/operators/verbs.ts';
import { obey, rememberObeyed } from '../rules/decision/obey.ts';
import type { ChangeDeps } from '../change-workspace.ts';
import { changeSurely, logEntry } from '../workspace-changes.ts';

/** Has an order of an operator obeyed, once: whoever may write here may say so. */
export async function giveOrder(
  deps: ChangeDeps,
  { id, order, by: login, orderId }: AskedOf<'order'>,
): Promise<ToldOf<'order'>> {
  let told: ToldOf<'order'> = {
    kind: 'refused',
    sentence: 'The pull request is not watched any more.',
  };
  await changeSurely(deps, id, ({ state }, now) => {
    if (state.obeyed.includes(orderId)) {
      told = { kind: 'obeyed', sentence: 'It was done before.' };
      return undefined;
    }
    const said = obey(state, order, { login, commentId: orderId, now, vouchedAt: now });
    if (typeof said === 'string') {
      told = { kind: 'refused', sentence: said };
      return undefined;
    }
    const { next, commands, reason } = said;
    told = { kind: 'obeyed', sentence: reason };
    return {
      next: rememberObeyed(next, orderId),
      transition: logEntry(now, { action: 'WAIT', reason, snapshot: { login, order } }),
      commands,
      dueAt: now,
    };
  });
  return told;
}
