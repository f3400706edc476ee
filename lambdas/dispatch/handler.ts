import type { QueueEvent, QueueResponse } from '#cloud/events.ts';
import { openControl } from '#cloud/open-control.ts';
import { openGitHub } from '#cloud/open-github.ts';
import { openLauncher } from '#cloud/open-launcher.ts';
import { openRuns } from '#cloud/open-runs.ts';
import { serveQueue } from '#cloud/serve-queue.ts';
import { readCommand } from '#cloud/read-command.ts';
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
