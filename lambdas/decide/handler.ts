import type { QueueEvent, QueueResponse } from '#cloud/events.ts';
import { openControl } from '#cloud/open-control.ts';
import { openGitHub } from '#cloud/open-github.ts';
import { openWorkers } from '#cloud/open-launcher.ts';
import { openSpending } from '#cloud/open-spending.ts';
import { readMessage, serveQueue } from '#cloud/serve-queue.ts';
import { readEnvironment } from '#config/env.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { obeyCommand } from '#ratchet/obey-command.ts';

const control = openControl(readEnvironment(), 'decide');
const deps = {
  ...control,
  ...openGitHub(control),
  launcher: openWorkers(control),
  spending: openSpending(control),
  hash: (text: string) => control.hash.hex(text),
};

/** Looks at pull requests and decides about them; obeys what people ask for. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read: readMessage,
    carry: async (message) => {
      if (message.kind === 'look') await decideNext(deps, message.workspaceIds);
      else if (message.kind === 'asked') await obeyCommand(deps, message);
      else control.log.error('The message is for somebody else', { message });
      return 'done';
    },
  });
}
