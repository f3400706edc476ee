import type { WorkspaceHead } from '#model/workspace.ts';
import type { Queue } from './needs/queue.ts';
import type { WorkspaceStore } from './needs/workspace-store.ts';

/**
 * Keeps the promises of the last change of a workspace. The outbox goes last, so a process that dies before
 * leaves it to the next writer; doing it twice logs nothing twice.
 */
export async function flushOutbox(
  { workspaces, queue }: { readonly workspaces: WorkspaceStore; readonly queue: Queue },
  head: WorkspaceHead,
): Promise<WorkspaceHead> {
  const { outbox, ...flushed } = head;
  if (outbox === undefined) return head;
  const workspaceId = head.state.id;
  if (outbox.transition !== undefined) await workspaces.putTransition(outbox.transition);
  if (outbox.commands.length > 0) {
    await queue.send(
      outbox.commands.map((command) => ({
        kind: 'command',
        schemaVersion: 1,
        workspaceId,
        command,
      })),
    );
  }
  await workspaces.clearOutbox(workspaceId, outbox.rev);
  return flushed;
}
