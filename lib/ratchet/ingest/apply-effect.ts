import type { WorkspaceId } from '#model/ids.ts';
import type { Message } from '#model/message.ts';
import { workspaceIdOf } from '#model/workspace-id.ts';
import type { Concerned, IngestEffect } from '../rules/ingest/effect.ts';
import { spreadOver } from '../rules/ingest/spread.ts';
import { lookMessages } from '../wake-due.ts';
import { newWorkspace } from '../rules/decision/new-workspace.ts';
import type { WatchedPullRequest } from '../needs/workspace-store.ts';
import type { IngestDeps } from './deps.ts';

/** The delivery that tells of the event. */
export interface DeliveryContext {
  readonly deliveryId: string;
  readonly now: number;
}

export interface IngestResult {
  readonly kind: 'woken' | 'ignored';
  readonly reason: string;
}

const noneConcerned = 'No pull request under watch is concerned.';

/** Does what an event means. Doing it twice only makes a workspace due twice. */
export async function applyEffect(
  deps: IngestDeps,
  effect: IngestEffect,
  delivery: DeliveryContext,
): Promise<IngestResult> {
  switch (effect.kind) {
    case 'ignored':
      return effect;
    case 'due': {
      const woken = await wakeConcerned(deps, effect.concerned, delivery.now);
      if (woken === 0) return { kind: 'ignored', reason: noneConcerned };
      return { kind: 'woken', reason: `${effect.reason} (${woken})` };
    }
    case 'asked': {
      const asked = await queueCommand(deps, effect, delivery);
      if (asked === 0) return { kind: 'ignored', reason: noneConcerned };
      return { kind: 'woken', reason: 'a person asks' };
    }
  }
}

const atATime = 25;

/** Answers how many are due. */
async function wakeConcerned(deps: IngestDeps, concerned: Concerned, now: number): Promise<number> {
  const ids = await concernedWorkspaces(deps, concerned);
  const times = isCrowd(concerned) ? spreadOver(ids.length, now) : ids.map(() => now);
  const woken: WorkspaceId[] = [];
  for (let start = 0; start < ids.length; start += atATime) {
    const some = ids.slice(start, start + atATime);
    const outcomes = await Promise.all(
      some.map((id, index) =>
        wakeOrBeginWatch(deps, { id, concerned, at: times[start + index] ?? now, now }),
      ),
    );
    woken.push(...some.filter((_, index) => outcomes[index] === true));
  }
  const soon = new Set(ids.filter((_, index) => times[index] === now));
  await queueLooks(
    deps,
    woken.filter((id) => soon.has(id)),
  );
  return woken.length;
}

/** So many at once would use up the rate limit of the forge. */
function isCrowd({ kind }: Concerned): boolean {
  return kind === 'base' || kind === 'repositories' || kind === 'installation';
}

interface WakeRequest {
  readonly id: WorkspaceId;
  readonly concerned: Concerned;
  readonly at: number;
  readonly now: number;
}

async function wakeOrBeginWatch(
  deps: IngestDeps,
  { id, concerned, at, now }: WakeRequest,
): Promise<boolean> {
  if ((await deps.workspaces.wake(id, at)) === 'woken') return true;
  if (concerned.kind !== 'pull-request') return false;
  const begun = await beginWatch(deps, concerned, now);
  // Another delivery began it, and the pull request may have been read before this event.
  if (begun === 'exists') await deps.workspaces.wake(id, at);
  return begun !== 'not-ours';
}

/** Only sooner than the tick would: a message that is lost costs a minute. */
async function queueLooks({ queue, log }: IngestDeps, ids: readonly WorkspaceId[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await queue.send(lookMessages(ids));
  } catch (error) {
    log.warn('Looks could not be queued', { workspaceIds: ids, error });
  }
}

/** What a person asks is nowhere but in the message, so it must not get lost. */
async function queueCommand(
  deps: IngestDeps,
  { concerned, commentId, login, text, askedAt }: Extract<IngestEffect, { kind: 'asked' }>,
  { deliveryId, now }: DeliveryContext,
): Promise<number> {
  if (concerned.kind === 'pull-request') await beginWatch(deps, concerned, now);
  const ids = await concernedWorkspaces(deps, concerned);
  const messages = ids.map((workspaceId): Message => ({
    kind: 'asked',
    schemaVersion: 1,
    workspaceId,
    // A button has no comment; each press of it is a delivery of its own.
    commentId: commentId ?? `delivery-${deliveryId}`,
    login,
    text,
    ...(askedAt !== undefined && { askedAt: Date.parse(askedAt) }),
  }));
  if (messages.length > 0) await deps.queue.send(messages);
  return ids.length;
}

type BeginOutcome =
  | 'created'
  | 'exists'
  /** It is over, of a repository that is not watched, or of no installation that we know. */
  | 'not-ours';

/** Begins the watch over an open pull request, unless there is one. */
async function beginWatch(
  { workspaces, hash, receiver }: IngestDeps,
  { pullRequest, open, installationId: from }: Extract<Concerned, { kind: 'pull-request' }>,
  now: number,
): Promise<BeginOutcome> {
  const installationId = from ?? receiver.installationId;
  const isOurs = receiver.watches?.(pullRequest) ?? true;
  if (!open || !isOurs || installationId === undefined) return 'not-ours';
  return workspaces.create(newWorkspace({ pullRequest, installationId, now, hash: hash.hex }), now);
}

/** The workspaces that an event concerns, whether they exist or not. */
async function concernedWorkspaces(
  { workspaces, hash, receiver }: IngestDeps,
  concerned: Concerned,
): Promise<readonly WorkspaceId[]> {
  const watched = async (
    repository: { readonly host: string; readonly repositoryId: string },
    counts: (one: WatchedPullRequest) => boolean,
  ): Promise<readonly WorkspaceId[]> => {
    const all = await workspaces.listOfRepository(repository);
    return all.filter((one) => !one.archived && counts(one)).map(({ id }) => id);
  };
  switch (concerned.kind) {
    case 'pull-request':
      return [workspaceIdOf(hash.hex, concerned.pullRequest)];
    case 'numbers': {
      const { repository, numbers } = concerned;
      return numbers.map((number) => workspaceIdOf(hash.hex, { ...repository, number }));
    }
    case 'head':
      return watched(concerned.repository, ({ headSha }) => headSha === concerned.sha);
    case 'base':
      return watched(concerned.repository, ({ baseRef }) => baseRef === concerned.branch);
    case 'repositories': {
      const { host } = receiver;
      const lists = concerned.repositoryIds.map((repositoryId) =>
        watched({ host, repositoryId }, () => true),
      );
      return (await Promise.all(lists)).flat();
    }
    case 'installation':
      return workspaces.list(concerned.installationId);
  }
}
