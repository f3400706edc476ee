import type { Clock } from '#ports/clock.ts';
import type { Forge } from '#ports/forge.ts';
import type { Log } from '#ports/log.ts';
import type { GitHubClient } from './client.ts';
import { createComments } from './comments.ts';
import { createErrands } from './errands.ts';
import { createOwnChecks } from './own-checks.ts';
import { createPace } from './pace.ts';
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
  return {
    ...createOwnChecks(deps),
    ...createComments(deps),
    ...createThreadReplies(deps),
    ...createErrands(deps),
  };
}
