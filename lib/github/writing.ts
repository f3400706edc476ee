import type { PullRequest } from '#model/workspace.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import type { Log } from '#base/needs/log.ts';
import type { GitHubClient } from './client.ts';
import { createComments } from './comments.ts';
import { createErrands } from './errands.ts';
import { createOwnChecks } from './own-checks.ts';
import { createThreadReplies } from './thread-replies.ts';
import type { WritingDeps } from './writing-deps.ts';

export interface WritingOptions {
  readonly clock: Clock;
  readonly log: Log;
}

export type ForgeWriting = Pick<
  Forge,
  | 'addComment'
  | 'completeCheck'
  | 'putComment'
  | 'replyInThread'
  | 'rerun'
  | 'startCheck'
  | 'updateBranch'
>;

/** What we say on GitHub, and the small things that we ask of it. Each call may be repeated. */
export function createForgeWriting(client: GitHubClient, options: WritingOptions): ForgeWriting {
  const deps: WritingDeps = { client, ...options, pace: createPace(options.clock) };
  return { ...createChecks(deps), ...createTalk(deps), ...createErrands(deps) };
}

/** One after the other for each check, or two of ours would both find that it was not started yet. */
function createChecks(deps: WritingDeps): Pick<Forge, 'completeCheck' | 'startCheck'> {
  const inTurn = createTurns();
  const checks = createOwnChecks(deps);
  return {
    startCheck: (repository, check) =>
      inTurn(check.externalId, () => checks.startCheck(repository, check)),
    completeCheck: (repository, check, report) =>
      inTurn(check.externalId, () => checks.completeCheck(repository, check, report)),
  };
}

/** One after the other on each pull request, or two of ours would both find that nothing was said yet. */
function createTalk(deps: WritingDeps): Pick<Forge, 'addComment' | 'putComment' | 'replyInThread'> {
  const inTurn = createTurns();
  const comments = createComments(deps);
  const replies = createThreadReplies(deps);
  return {
    putComment: (on, comment) =>
      inTurn(conversationKey(on), () => comments.putComment(on, comment)),
    addComment: (on, marker, markdown) =>
      inTurn(conversationKey(on), () => comments.addComment(on, marker, markdown)),
    replyInThread: (on, reply) =>
      inTurn(conversationKey(on), () => replies.replyInThread(on, reply)),
  };
}

function conversationKey({ repositoryId, number }: PullRequest): string {
  return `${repositoryId} ${number}`;
}

/** Lets one write through each second, in their order, as GitHub asks of whoever makes content. */
function createPace(clock: Clock, gapMs = 1_000): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = clock.now();
    const at = Math.max(now, next);
    next = at + gapMs;
    if (at > now) await clock.sleep(at - now);
  };
}

/** Runs work of one key one after the other, in the order it came; a failure stops none that waits. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    last.set(key, settled);
    void settled.finally(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return turn;
  };
}
