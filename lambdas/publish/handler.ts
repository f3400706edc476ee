import type { QueueEvent, QueueResponse } from '#cloud/events.ts';
import { gitBlobId } from '#platform/files/git-blob.ts';
import { createPublisher } from '#github/publisher.ts';
import { openControl } from '#cloud/open-control.ts';
import { openGitHub } from '#cloud/open-github.ts';
import { openRuns } from '#cloud/open-runs.ts';
import { readCommand } from '#cloud/read-command.ts';
import { serveQueue } from '#cloud/serve-queue.ts';
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
