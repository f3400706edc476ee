import { userInfo } from 'node:os';
import type { OperatorOrder } from '#ratchet/rules/operators/operator-methods.ts';
import { pullRequestName } from '#report/workspaces/row.ts';
import type { CliContext, RegisterCommand } from '../context.ts';
import { refuseCommand } from '../refusal.ts';
import { addPlaneOptions, type PlaneLocation } from './open-operations.ts';
import { type AskedWorkspace, pullRequestArgument, withWorkspace } from './with-workspace.ts';

/** A command that gives one plain order for one pull request. */
export function orderCommand(kind: PlainOrder, description: string): RegisterCommand {
  return (program, context) => {
    const command = program
      .command(kind)
      .argument(...pullRequestArgument)
      .description(description);
    addPlaneOptions(command).action((asked: string, { home, stack }: PlaneLocation) =>
      sendOrder(context, { asked, home, stack }, { kind }),
    );
  };
}

type PlainOrder = Exclude<OperatorOrder['kind'], 'hold' | 'vouch'>;

/** Sends an order of the person at this machine: who may write the state, or call the stack, may give it. */
export async function sendOrder(
  context: CliContext,
  asked: AskedWorkspace,
  order: OperatorOrder,
): Promise<void> {
  await withWorkspace(context, asked, async ({ operations, willLook }, { id, pullRequest }) => {
    const orderId = `cli-${context.system.ids.token()}`;
    const answer = await operations.order({ id, order, by: operatorName(), orderId });
    if (answer.kind === 'refused') return refuseCommand(context, answer.sentence);
    context.stdout.write(`${answer.sentence}\n${willLook(pullRequestName(pullRequest))}\n`);
  });
}

/** The user of this machine; a container may run as a user without a name. */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'an operator';
  }
}
