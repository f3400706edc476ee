import * as z from 'zod';
import { ignored, type IngestEffect } from './effect.ts';
import {
  anyAccount,
  eventReader,
  type ReadEvent,
  installation,
  isOurs,
  ownEvent,
  pullRequestOf,
  type ReceivingApp,
  repository,
  repositoryOf,
} from './payload.ts';

const shape = z.object({
  action: z.string(),
  pull_request: z.object({
    number: z.int().positive(),
    node_id: z.string().optional().catch(undefined),
    state: z.string(),
  }),
  /** What an edit changed. */
  changes: z.object({ base: z.unknown().optional() }).optional().catch(undefined),
  repository,
  installation,
  sender: anyAccount,
});
type Payload = z.output<typeof shape>;

/** Actions that change something which decisions are made from. */
const pullRequestActions: ReadonlySet<string> = new Set([
  'opened',
  'synchronize',
  'reopened',
  'ready_for_review',
  'converted_to_draft',
  'edited',
  'labeled',
  'unlabeled',
  'enqueued',
  'dequeued',
  'closed',
]);

export const pullRequestEvent: ReadEvent = eventReader(shape, (payload, receiver) => {
  if (payload.action === 'edited' && payload.changes?.base === undefined) {
    return ignored('Only the text of the pull request changed.');
  }
  return dueBy(pullRequestActions, payload, receiver);
});

export const reviewEvent: ReadEvent = readerOf(new Set(['submitted', 'dismissed']));
export const reviewCommentEvent: ReadEvent = readerOf(new Set(['created', 'edited', 'deleted']));
export const reviewThreadEvent: ReadEvent = readerOf(new Set(['resolved', 'unresolved']));

function readerOf(actions: ReadonlySet<string>): ReadEvent {
  return eventReader(shape, (payload, receiver) => dueBy(actions, payload, receiver));
}

function dueBy(
  actions: ReadonlySet<string>,
  payload: Payload,
  receiver: ReceivingApp,
): IngestEffect {
  const { action, pull_request: pull, repository: where, installation: from, sender } = payload;
  if (!actions.has(action)) return ignored('The action asks for no look.');
  // A new head is the same for everybody: its checks and its mergeability are to be awaited.
  if (action !== 'synchronize' && isOurs(sender, receiver)) return ownEvent;
  const concerned = {
    kind: 'pull-request',
    pullRequest: pullRequestOf(repositoryOf(where, receiver), pull),
    open: pull.state === 'open',
    installationId: from?.id,
  } as const;
  return { kind: 'due', concerned, why: action };
}
