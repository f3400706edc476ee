import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHub } from '#aws/runtime/open-github.ts';
import { openLauncher } from '#aws/runtime/open-launcher.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { serveQueue } from '#aws/runtime/serve-queue.ts';
import { readFrom } from '#aws/runtime/read-from.ts';
import { readEnvironment } from '#config/env.ts';
import { handleDispatch } from '#ratchet/handle-dispatch.ts';

const control = openControl(readEnvironment(), 'dispatch');
const deps = {
  ...control,
  ...openGitHub(control),
  ...openRuns(control),
  launcher: openLauncher(control),
  random: () => Math.random(),
};

const read = readFrom('dispatch');

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
