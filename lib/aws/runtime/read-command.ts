import type { Message, WorkspaceCommand } from '#model/message.ts';
import { readMessage, type ParseBody } from './serve-queue.ts';

type Kind = WorkspaceCommand['kind'];

export interface CommandOf<Named extends Kind> {
  readonly workspaceId: Extract<Message, { kind: 'command' }>['workspaceId'];
  readonly command: Extract<WorkspaceCommand, { kind: Named }>;
}

/** Reads commands of these kinds; any other message came to the wrong queue. */
export function readCommand<const Named extends Kind>(
  kinds: readonly Named[],
): ParseBody<CommandOf<Named>> {
  const isOne = (command: WorkspaceCommand): command is CommandOf<Named>['command'] =>
    kinds.some((kind) => kind === command.kind);
  return (text) => {
    const message = readMessage(text);
    if (typeof message === 'string') return message;
    if (message.kind !== 'command') return `It is for somebody else: ${message.kind}.`;
    const { workspaceId, command } = message;
    return isOne(command) ? { workspaceId, command } : `It is for somebody else: ${command.kind}.`;
  };
}
