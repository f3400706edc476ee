import { isOn } from '#config/queues.ts';
import type { Message } from '#model/message.ts';
import type { Handled } from '#ratchet/needs/queue.ts';
import { handleDecide } from '#ratchet/handle-decide.ts';
import { handleDispatch } from '#ratchet/handle-dispatch.ts';
import { handlePublish } from '#ratchet/handle-publish.ts';
import { recordExit } from '#ratchet/record-exit.ts';
import type { Plane } from './plane.ts';

/** Handles one message, as the function does that its queue would wake on AWS. */
export async function handleMessage(plane: Plane, message: Message): Promise<Handled> {
  const hash = (text: string): string => plane.hash.hex(text);
  if (isOn(message, 'decide')) await handleDecide({ ...plane, hash }, message);
  if (isOn(message, 'dispatch')) await handleDispatch(plane, message);
  if (isOn(message, 'publish')) await handlePublish(plane, message);
  if (isOn(message, 'exit')) {
    const { workspaceId, command } = message;
    await recordExit(plane, { workspaceId, runId: command.runId });
  }
  if (isOn(message, 'report')) {
    const { workspaceId, command } = message;
    await plane.report({ workspaceId, runId: command.runId });
  }
  return 'done';
}
