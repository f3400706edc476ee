import type { MessageOn } from '#config/queues.ts';
import type { DecideDeps } from './decide/deps.ts';
import { decideNext } from './decide-next.ts';
import { obeyCommand, type ObeyDeps } from './obey-command.ts';

/** Looks at pull requests and decides about them; obeys what people ask for. */
export async function handleDecide(
  deps: DecideDeps & ObeyDeps,
  message: MessageOn<'decide'>,
): Promise<void> {
  if (message.kind === 'look') await decideNext(deps, message.workspaceIds);
  else await obeyCommand(deps, message);
}
