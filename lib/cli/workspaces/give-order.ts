import { userInfo } from 'node:os';
import type { Command } from 'commander';
import type { Order } from '#domain/ingest/person-command.ts';
import type { WorkspaceId } from '#domain/model/ids.ts';
import { obey, type Obeyed } from '#domain/ratchet/obey.ts';
import { placeOf } from '#domain/report/workspaces/row.ts';
import { changeSurely, logEntry } from '#steps/workspace-changes.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { type AskedWorkspace, pullRequestArgument, withWorkspace } from './find-workspace.ts';
import { addHome, type HomeOption, type OpenWorkspaces } from './open-workspaces.ts';

/** Registers a command that says one plain thing about one pull request. */
export function registerOrder(
  program: Command,
  context: CliContext,
  { kind, description }: { readonly kind: PlainOrder; readonly description: string },
): void {
  const command = program
    .command(kind)
    .argument(...pullRequestArgument)
    .description(description);
  addHome(command).action((asked: string, { home }: HomeOption) =>
    giveOrder(context, { asked, home }, { kind }),
  );
}

type PlainOrder = Exclude<Order['kind'], 'hold' | 'answer'>;

/** Has an order of a person at this machine obeyed: whoever may write the state file may say so. */
export async function giveOrder(
  context: CliContext,
  asked: AskedWorkspace,
  order: Order,
): Promise<void> {
  await withWorkspace(context, asked, async (open, { state }) => {
    const said = await carryOut(open, state.id, order);
    if (typeof said === 'string') {
      context.stderr.write(`${said}\n`);
      context.exitWith(EXIT.usage);
      return;
    }
    const place = placeOf(state.pullRequest);
    context.stdout.write(`${said.reason}\n\`ratchetr up\` looks at ${place} at once.\n`);
  });
}

async function carryOut(
  open: OpenWorkspaces,
  id: WorkspaceId,
  order: Order,
): Promise<Obeyed | string> {
  const [login, orderId] = [operator(), `cli-${open.ids.token()}`];
  let said: Obeyed | string = 'The pull request is not watched any more.';
  await changeSurely(open, id, ({ state }, now) => {
    said = obey(state, order, { login, commentId: orderId, now });
    if (typeof said === 'string') return undefined;
    const { next, commands, reason } = said;
    const snapshot = { login, order };
    return {
      next,
      transition: logEntry(now, { action: 'WAIT', reason, snapshot }),
      commands,
      dueAt: now,
    };
  });
  return said;
}

/** Who sits at this machine; a container may run as somebody without a name. */
export function operator(): string {
  try {
    return userInfo().username;
  } catch {
    return 'an operator';
  }
}
