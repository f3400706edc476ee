import type { WorkspaceCommand } from '#model/message.ts';
import type { Outbox, WorkspaceHead } from '#model/workspace.ts';

interface Promises {
  readonly seen: WorkspaceHead;
  readonly transition?: Omit<NonNullable<Outbox['transition']>, 'rev' | 'workspaceId'>;
  readonly commands: readonly WorkspaceCommand[];
}

/** The outbox that a change of a workspace writes, under the revision that it makes; undefined: it promises nothing. */
export function promiseOutbox({ seen, transition, commands }: Promises): Outbox | undefined {
  if (transition === undefined && commands.length === 0) return undefined;
  const rev = seen.rev + 1;
  const logged = transition && { ...transition, workspaceId: seen.state.id, rev };
  return { rev, ...(logged && { transition: logged }), commands: [...commands] };
}
