import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHubApp } from '#aws/runtime/open-github.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { serveQueue, parserFor } from '#aws/runtime/serve-queue.ts';
import { readEnvironment } from '#config/env.ts';
import { reportToForge } from '#ratchet/report.ts';

const control = openControl(readEnvironment(), 'report');
const deps = { ...control, ...openGitHubApp(control), ...openRuns(control) };

const read = parserFor('report');

/** Brings what people see up to date; its queue keeps the order within a pull request. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read,
    handle: async ({ workspaceId, command }) => {
      await reportToForge(deps, { workspaceId, runId: command.runId });
      return 'done';
    },
  });
}
