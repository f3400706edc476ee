import type { Observation } from '#domain/model/observation.ts';
import type { PullRequest } from '#domain/model/workspace.ts';

export type ForgeReading =
  | { readonly kind: 'seen'; readonly observation: Observation }
  /** The pull request or our access to it is gone. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** Ask again then; nothing was learnt. */
  | { readonly kind: 'later'; readonly at: number; readonly reason: string };

export interface CheckReport {
  readonly conclusion: 'success' | 'failure' | 'neutral' | 'cancelled' | 'timed_out';
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly {
    readonly path: string;
    readonly line: number;
    readonly level: 'notice' | 'warning' | 'failure';
    readonly message: string;
  }[];
}

/** The forge as people see it: read a pull request, and say something on it. */
export interface Forge {
  observe(pullRequest: PullRequest): Promise<ForgeReading>;
  /** Pull requests that are open now, whatever events were missed. */
  listOpen(repository: Omit<PullRequest, 'number'>): Promise<readonly PullRequest[]>;
  permissionOf(
    pullRequest: PullRequest,
    login: string,
  ): Promise<'none' | 'read' | 'write' | 'admin'>;
  failureLog(pullRequest: PullRequest, checkRunId: string): Promise<string | undefined>;
  /** Started and completed under the same id, so a repetition changes the same check. */
  startCheck(pullRequest: PullRequest, headSha: string, externalId: string): Promise<void>;
  completeCheck(pullRequest: PullRequest, externalId: string, report: CheckReport): Promise<void>;
  /** One comment per pull request, edited only when the text differs. */
  putStickyComment(pullRequest: PullRequest, markdown: string): Promise<void>;
  replyInThread(pullRequest: PullRequest, threadId: string, markdown: string): Promise<void>;
}
