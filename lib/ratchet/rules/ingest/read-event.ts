import { checkRunEvent, checkSuiteEvent, statusEvent, workflowRunEvent } from './check-events.ts';
import { commentEvent } from './comment-events.ts';
import { ignored, type IngestEffect } from './effect.ts';
import type { ReadEvent, ReceivingApp } from './payload.ts';
import {
  pullRequestEvent,
  reviewCommentEvent,
  reviewEvent,
  reviewThreadEvent,
} from './pull-request-events.ts';
import {
  installationEvent,
  installationRepositoriesEvent,
  pushEvent,
  repositoryEvent,
} from './repository-events.ts';

const readers: ReadonlyMap<string, ReadEvent> = new Map([
  ['pull_request', pullRequestEvent],
  ['pull_request_review', reviewEvent],
  ['pull_request_review_comment', reviewCommentEvent],
  ['pull_request_review_thread', reviewThreadEvent],
  ['issue_comment', commentEvent],
  ['check_run', checkRunEvent],
  ['check_suite', checkSuiteEvent],
  ['workflow_run', workflowRunEvent],
  ['status', statusEvent],
  ['push', pushEvent],
  ['repository', repositoryEvent],
  ['installation', installationEvent],
  ['installation_repositories', installationRepositoriesEvent],
]);

/** Events that other events tell of as well, or that only look as if they concerned us. */
const silent: ReadonlyMap<string, string> = new Map([
  ['ping', 'The forge only tries the address.'],
  ['workflow_job', 'The check run of the same name tells of it.'],
  ['merge_group', 'What is queued is told by the pull requests in the queue.'],
  ['issues', 'The labels and states of pull requests have events of their own.'],
  ['branch_protection_rule', 'The rules of branches are read by the looks themselves.'],
  ['repository_ruleset', 'The rules of branches are read by the looks themselves.'],
]);

/** Whether the payload of such an event matters; all others are ignored by their name. */
export function hasReader(event: string): boolean {
  return readers.has(event);
}

/** What an event of the forge means for the pull requests under watch; never throws, whatever it holds. */
export function readEvent(event: string, payload: unknown, receiver: ReceivingApp): IngestEffect {
  const read = readers.get(event);
  if (read !== undefined) return read(payload, receiver);
  return ignored(silent.get(event) ?? 'Events of this name ask for no look.');
}
