import type { Message, WorkspaceCommand } from '#model/message.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { Handled } from '#ratchet/needs/queue.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { dispatchRun } from '#ratchet/dispatch-run.ts';
import { obeyCommand } from '#ratchet/obey-command.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import { recordExit } from '#ratchet/record-exit.ts';
import { runErrand } from '#ratchet/run-errand.ts';
import type { Plane } from './plane.ts';

/** Carries out one message of the queue. */
export async function handleMessage(plane: Plane, message: Message): Promise<Handled> {
  switch (message.kind) {
    case 'look':
      await decideNext({ ...plane, hash: (text) => plane.hash.hex(text) }, message.workspaceIds);
      return 'done';
    case 'asked':
      await obeyCommand(plane, message);
      return 'done';
    case 'command':
      return handleCommand(plane, message.workspaceId, message.command);
  }
}

async function handleCommand(
  plane: Plane,
  workspaceId: WorkspaceId,
  command: WorkspaceCommand,
): Promise<Handled> {
  switch (command.kind) {
    case 'dispatch':
      await dispatchRun(plane, { workspaceId, runId: command.runId });
      return 'done';
    case 'publish':
      await publishChangeset(plane, { workspaceId, runId: command.runId });
      return 'done';
    case 'exit':
      await recordExit(plane, { workspaceId, runId: command.runId });
      return 'done';
    case 'stop':
      await plane.launcher.stop(command.taskRef, command.because);
      return 'done';
    case 'errand':
      await runErrand(plane, { workspaceId, errand: command.errand });
      return 'done';
    case 'report':
      await plane.report({ workspaceId, runId: command.runId });
      return 'done';
  }
}
