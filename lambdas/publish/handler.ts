import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { gitBlobId } from '#platform/files/git-blob.ts';
import { createPublisher } from '#github/publisher.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHub } from '#aws/runtime/open-github.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { readCommand } from '#aws/runtime/read-command.ts';
import { serveQueue } from '#aws/runtime/serve-queue.ts';
import { readEnvironment } from '#config/env.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import { runErrand } from '#ratchet/run-errand.ts';

const control = openControl(readEnvironment(), 'publish');
const { client, forge } = openGitHub(control);
const publisher = createPublisher(control, client);
const deps = { ...control, ...openRuns(control), forge, publisher, blobId: gitBlobId };

const read = readCommand(['publish', 'errand']);

/** All that changes a repository: changesets of sessions, and small errands. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read,
    carry: async ({ workspaceId, command }) => {
      if (command.kind === 'errand') await runErrand(deps, { workspaceId, errand: command.errand });
      else await publishChangeset(deps, { workspaceId, runId: command.runId });
      return 'done';
    },
  });
}
