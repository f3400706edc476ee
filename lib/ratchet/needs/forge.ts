import type { BranchRules, PullRequestFacts, ThreadFacts } from '../rules/observation/facts.ts';
import type { FailedCheck } from '#model/observation.ts';
import type { InstallationId, Sha } from '#model/ids.ts';
import type { PullRequest } from '#model/workspace.ts';

export interface ForgeLook {
  readonly pullRequest: PullRequest;
  /** Digest of an earlier short reading: if it still holds, no full reading is made. Absent: everything is read. */
  readonly light?: string | undefined;
}

export type ForgeReading =
  | { readonly kind: 'seen'; readonly facts: PullRequestFacts; readonly light: string }
  /** As it was at the earlier reading. */
  | { readonly kind: 'same'; readonly readAt: number }
  /** The pull request or our access to it is gone. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** Ask again then; nothing was learnt. */
  | { readonly kind: 'later'; readonly at: number; readonly reason: string };

export interface CheckAnnotation {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly level: 'notice' | 'warning' | 'failure';
  readonly title: string;
  readonly message: string;
}

export interface CheckRunReport {
  /**
   * Only success is green: neutral is a check that judged nothing, what came to no end is cancelled, and action_required
   * waits for a person; unlike neutral, no branch rule takes it for passed.
   */
  readonly conclusion:
    | 'success'
    | 'failure'
    | 'neutral'
    | 'cancelled'
    | 'timed_out'
    | 'action_required';
  readonly title: string;
  readonly summary: string;
  readonly annotations: readonly CheckAnnotation[];
}

/** One check of ours at one head; `externalId` is the id of the run. */
export interface OwnCheck {
  readonly headSha: Sha;
  readonly externalId: string;
}

/** One push to a branch, as the forge saw it. */
export interface BranchPush {
  /** null: a program, or an account that is gone. */
  readonly by: string | null;
  readonly at: number;
  /** The head that it left. */
  readonly after: Sha;
}

export type Permission = 'none' | 'read' | 'write' | 'admin';

export interface FailedDelivery {
  /** Beyond the integers of JavaScript, so a text. */
  readonly id: string;
  readonly guid: string;
  readonly event: string;
  readonly deliveredAt: number;
}

export interface InstalledRepository {
  readonly installationId: InstallationId;
  readonly repository: ForgeRepository;
}

export interface OpenPullRequest {
  readonly pullRequest: PullRequest;
  readonly headSha: Sha;
  readonly baseRef: string;
  /** Tip of the base branch as it is now. */
  readonly baseSha: Sha;
  /** Digest of the short reading, as `look` gives it. */
  readonly light: string;
}

export type ForgeRepository = Omit<PullRequest, 'number' | 'nodeId'>;

/** A file that is there and is no text. */
export interface UnreadableFile {
  /** What it is instead, in a few words. */
  readonly unreadable: string;
}

export interface ForgeFiles {
  /** A file as it is in a commit; undefined: it is not there. */
  readFile(
    repository: ForgeRepository,
    commit: Sha,
    path: string,
  ): Promise<string | UnreadableFile | undefined>;
}

export interface ForgePermissions {
  /** Read live, never kept. */
  permissionOf(repository: ForgeRepository, login: string): Promise<Permission>;
}

/** Reads pull requests, comments on them and asks the forge to act. Each call may throw when the forge is down. */
export interface Forge extends ForgeFiles, ForgePermissions {
  /** Pull requests of one repository; answers in the order of the looks. */
  look(repository: ForgeRepository, looks: readonly ForgeLook[]): Promise<readonly ForgeReading[]>;
  /** Finds a repository by its name; undefined: it is not there, or not for us. */
  findRepository(owner: string, name: string): Promise<ForgeRepository | undefined>;
  /** Every repository that the App is installed on; with a plain token none. */
  listRepositories(): Promise<readonly InstalledRepository[]>;
  /** Pull requests that are open now, whatever events were missed. */
  listOpen(repository: ForgeRepository): Promise<readonly OpenPullRequest[]>;
  /** The newest commit that both stand on; undefined: there is none. */
  mergeBaseOf(repository: ForgeRepository, head: Sha, base: Sha): Promise<Sha | undefined>;
  rulesOf(repository: ForgeRepository, branch: string): Promise<BranchRules>;
  /** Who pushed to the branch of a pull request, the newest first; undefined: that may not be read. */
  pushesOf(
    repository: ForgeRepository,
    branch: { readonly repository: string; readonly ref: string },
  ): Promise<readonly BranchPush[] | undefined>;
  /** The end of the log of a failed check, without terminal codes; undefined: there is none any more. */
  failureLog(repository: ForgeRepository, check: FailedCheck): Promise<string | undefined>;
  /** What the forge says of why a failed check never began; undefined: it began, or the forge does not tell. */
  neverStarted(repository: ForgeRepository, check: FailedCheck): Promise<string | undefined>;
  /** What people and programs wrote in these threads, and as these reviews; one that was deleted is left out. */
  openThreads(pullRequest: PullRequest, ids: readonly string[]): Promise<readonly ThreadFacts[]>;
  /** Whether merging the base into the head would change workflow files. */
  mergeTouchesWorkflows(repository: ForgeRepository, head: Sha, base: Sha): Promise<boolean>;

  /** Started and completed under the same id, so a repetition changes the same check. */
  startCheck(repository: ForgeRepository, check: OwnCheck): Promise<void>;
  completeCheck(
    repository: ForgeRepository,
    check: OwnCheck,
    report: CheckRunReport,
  ): Promise<void>;
  /** Makes the comment, or edits the one that we made before; answers its id. */
  putComment(
    pullRequest: PullRequest,
    comment: {
      readonly id?: string | undefined;
      readonly marker: string;
      readonly markdown: string;
    },
  ): Promise<string>;
  /** Makes one comment for each marker; there is one already: nothing. */
  addComment(pullRequest: PullRequest, marker: string, markdown: string): Promise<void>;
  /** One reply for each marker in a thread. */
  replyInThread(
    pullRequest: PullRequest,
    reply: { readonly threadId: string; readonly marker: string; readonly markdown: string },
  ): Promise<void>;

  rerun(repository: ForgeRepository, checks: readonly FailedCheck[]): Promise<void>;
  /** Merges the base into the branch, if it still has this head. */
  updateBranch(
    pullRequest: PullRequest,
    expectedHead: Sha,
  ): Promise<{ readonly kind: 'accepted' } | { readonly kind: 'refused'; readonly reason: string }>;

  /** Where and with what the head can be fetched; the token may only read, and only this repository. */
  checkoutOf(
    repository: ForgeRepository,
  ): Promise<{ readonly url: string; readonly token?: string }>;

  /** Webhook deliveries that did not arrive; none with a plain token. */
  failedDeliveries(since: number): Promise<readonly FailedDelivery[]>;
  redeliver(id: string): Promise<void>;
}
