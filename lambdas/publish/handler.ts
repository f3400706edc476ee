import type { QueueEvent, QueueResponse } from '#aws/runtime/events.ts';
import { gitBlobId } from '#platform/files/git-blob.ts';
import { createPublisher } from '#github/publisher.ts';
import { openControl } from '#aws/runtime/open-control.ts';
import { openGitHubApp } from '#aws/runtime/open-github.ts';
import { openRuns } from '#aws/runtime/open-runs.ts';
import { serveQueue, parserFor } from '#aws/runtime/serve-queue.ts';
import { engines } from '#engines/registry.ts';
import { readEnvironment } from '#config/env.ts';
import { handlePublish } from '#ratchet/handle-publish.ts';

const control = openControl(readEnvironment(), 'publish');
const { client, forge } = openGitHubApp(control);
const publisher = createPublisher(client, control.clock);
const deps = {
  ...control,
  ...openRuns(control),
  forge,
  publisher,
  blobId: gitBlobId,
  silencers: engines,
};

const read = parserFor('publish');

/** All that changes a repository: changesets of sessions, and what the forge is asked to do. */
export function handler(event: QueueEvent): Promise<QueueResponse> {
  return serveQueue(control, event, {
    read,
    handle: async (message) => {
      await handlePublish(deps, message);
      return 'done';
    },
  });
}
