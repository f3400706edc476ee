import * as z from 'zod';
import { ignored, type IngestEffect } from './effect.ts';
import {
  anyAccount,
  eventReader,
  type ReadEvent,
  installation,
  isOwnAccount,
  ownEvent,
  toPullRequest,
  type ReceivingApp,
  repository,
  toEventRepository,
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
  return wakePullRequest(pullRequestActions, payload, receiver);
});

export const reviewEvent: ReadEvent = readActions(new Set(['submitted', 'dismissed']));
export const reviewCommentEvent: ReadEvent = readActions(new Set(['created', 'edited', 'deleted']));
export const reviewThreadEvent: ReadEvent = readActions(new Set(['resolved', 'unresolved']));

function readActions(actions: ReadonlySet<string>): ReadEvent {
  return eventReader(shape, (payload, receiver) => wakePullRequest(actions, payload, receiver));
}

function wakePullRequest(
  actions: ReadonlySet<string>,
  payload: Payload,
  receiver: ReceivingApp,
): IngestEffect {
  const { action, pull_request: pull, repository: where, installation: from, sender } = payload;
  if (!actions.has(action)) return ignored('The action asks for no look.');
  // A new head matters also when our push made it: its checks and its mergeability are awaited.
  if (action !== 'synchronize' && isOwnAccount(sender, receiver)) return ownEvent;
  const concerned = {
    kind: 'pull-request',
    pullRequest: toPullRequest(toEventRepository(where, receiver), pull),
    open: pull.state === 'open',
    installationId: from?.id,
  } as const;
  return { kind: 'due', concerned, reason: action };
}
