import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHub } from '#aws/runtime/open-github.ts';
import { openLauncher } from '#aws/runtime/open-launcher.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { serveQueue } from '#aws/runtime/serve-queue.ts';
import { readCommand } from '#aws/runtime/read-command.ts';
import { readEnvironment } from '#config/env.ts';
import { dispatchRun } from '#ratchet/dispatch-run.ts';

const control = openControl(readEnvironment(), 'dispatch');
const launcher = openLauncher(control);
const deps = {
  ...control,
  ...openGitHub(control),
  ...openRuns(control),
  launcher,
  random: () => Math.random(),
};

const read = readCommand(['dispatch', 'stop']);

/** Launches workers, and stops those that nobody needs any more. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read,
    carry: async ({ workspaceId, command }) => {
      if (command.kind === 'stop') await launcher.stop(command.taskRef, command.because);
      else await dispatchRun(deps, { workspaceId, runId: command.runId });
      return 'done';
    },
  });
}
