import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHubApp } from '#aws/runtime/open-github.ts';
import { openWorkers } from '#aws/runtime/open-launcher.ts';
import { openSpending } from '#aws/runtime/open-spending.ts';
import { parseMessage, serveQueue } from '#aws/runtime/serve-queue.ts';
import { readEnvironment } from '#config/env.ts';
import { isOn } from '#config/queues.ts';
import { handleDecide } from '#ratchet/handle-decide.ts';

const control = openControl(readEnvironment(), 'decide');
const deps = {
  ...control,
  ...openGitHubApp(control),
  launcher: openWorkers(control),
  spending: openSpending(control),
};

/** Looks at pull requests and decides about them; obeys what people ask for. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read: parseMessage,
    handle: async (message) => {
      if (isOn(message, 'decide')) await handleDecide(deps, message);
      else control.log.error('The message belongs on another queue', { message });
      return 'done';
    },
  });
}
