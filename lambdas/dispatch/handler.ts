import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHubApp } from '#aws/runtime/open-github.ts';
import { openLauncher } from '#aws/runtime/open-launcher.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { serveQueue, parserFor } from '#aws/runtime/serve-queue.ts';
import { readEnvironment } from '#config/env.ts';
import { handleDispatch } from '#ratchet/handle-dispatch.ts';

const control = openControl(readEnvironment(), 'dispatch');
const deps = {
  ...control,
  ...openGitHubApp(control),
  ...openRuns(control),
  launcher: openLauncher(control),
  random: () => Math.random(),
};

const read = parserFor('dispatch');

/** Launches workers, and stops those that are not needed any more. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read,
    handle: async (message) => {
      await handleDispatch(deps, message);
      return 'done';
    },
  });
}
