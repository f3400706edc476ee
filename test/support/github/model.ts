import type { Account, App, Installation } from './identity.ts';
import type { GitStore } from './git-store.ts';
import type { Activity, Annotation, LabelledEvent } from './records.ts';

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read';

export interface BranchRules {
  readonly requiredChecks?: readonly { readonly context: string; readonly appId?: number }[];
  readonly requiredSignatures?: boolean;
  readonly requiredReviews?: number;
  /** A pull request must contain the tip of its base before it merges. */
  readonly strict?: boolean;
}

export interface Repository {
  readonly kind: 'Repository';
  readonly id: number;
  readonly nodeId: string;
  readonly owner: Account;
  name: string;
  readonly private: boolean;
  archived: boolean;
  /** Set for a fork. All repositories of one network share their objects. */
  readonly parent: Repository | undefined;
  readonly git: GitStore;
  readonly defaultBranch: string;
  readonly createdAt: string;
  pushedAt: string;
  /** Every move of a branch, oldest first. */
  readonly activity: Activity[];
  readonly collaborators: Map<string, Role>;
  /** By branch name. */
  readonly rules: Map<string, BranchRules>;
  readonly pulls: Map<number, Pull>;
  /** By commit; oldest first. */
  readonly suites: Map<string, CheckSuite[]>;
  /** By commit; oldest first, superseded ones too. */
  readonly statuses: Map<string, CommitStatus[]>;
  readonly labels: Map<string, Label>;
  /** By path. */
  readonly workflows: Map<string, Workflow>;
  readonly hooks: { head: HeadHook[]; rerun: RerunHook[] };
}

/** The repository's continuous integration: told of every new head that workflows would run for. */
export type HeadHook = (head: NewHead) => void | Promise<void>;

interface NewHead {
  readonly sha: string;
  /** Full name of the ref, `refs/heads/...`. */
  readonly ref: string;
  /** Absent where it is the default branch that moved. */
  readonly pull?: Pull;
}

/** Told of every check that is to run again, as the new queued run. */
export type RerunHook = (run: CheckRun) => void | Promise<void>;

export interface Label {
  readonly id: number;
  readonly nodeId: string;
  readonly name: string;
  readonly color: string;
}

export interface Pull {
  readonly kind: 'PullRequest';
  readonly id: number;
  readonly nodeId: string;
  readonly number: number;
  /** Where it is to be merged. */
  readonly repository: Repository;
  /** Absent once the account was deleted. */
  author: Account | undefined;
  title: string;
  body: string;
  state: 'OPEN' | 'CLOSED' | 'MERGED';
  draft: boolean;
  locked: boolean;
  maintainerCanModify: boolean;
  /** Absent once the fork was deleted. */
  headRepository: Repository | undefined;
  /** Branch name, without refs/heads/. */
  readonly headRef: string;
  headSha: string;
  baseRef: string;
  /** Tip of the base when it was opened, retargeted, or its head moved: what GitHub calls base.sha. */
  baseSha: string;
  mergedSha: string | undefined;
  readonly createdAt: string;
  updatedAt: string;
  closedAt: string | undefined;
  mergedAt: string | undefined;
  mergedBy: Account | undefined;
  inMergeQueue: boolean;
  autoMerge:
    | { readonly enabledAt: string; readonly method: 'MERGE' | 'SQUASH' | 'REBASE' }
    | undefined;
  readonly labels: Map<string, Label>;
  /** Every label that was put on, oldest first. */
  readonly labelled: LabelledEvent[];
  readonly reviewRequests: Set<Account>;
  readonly comments: IssueComment[];
  readonly reviews: Review[];
  readonly threads: ReviewThread[];
}

export interface IssueComment {
  readonly kind: 'IssueComment';
  readonly id: number;
  readonly nodeId: string;
  readonly pull: Pull;
  author: Account | undefined;
  /** The App through which it was written, where it was one. */
  readonly app: App | undefined;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  minimized: boolean;
}

export interface Review {
  readonly kind: 'PullRequestReview';
  readonly id: number;
  readonly nodeId: string;
  readonly pull: Pull;
  author: Account | undefined;
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  readonly body: string;
  readonly commit: string;
  readonly submittedAt: string;
}

export interface ReviewThread {
  readonly kind: 'PullRequestReviewThread';
  readonly id: number;
  readonly nodeId: string;
  readonly pull: Pull;
  readonly path: string;
  /** Absent once outdated. */
  line: number | undefined;
  readonly originalLine: number;
  readonly originalCommit: string;
  outdated: boolean;
  resolvedBy: Account | undefined;
  readonly comments: ReviewComment[];
}

export interface ReviewComment {
  readonly kind: 'PullRequestReviewComment';
  readonly id: number;
  readonly nodeId: string;
  readonly thread: ReviewThread;
  readonly review: Review | undefined;
  author: Account | undefined;
  body: string;
  readonly diffHunk: string;
  readonly createdAt: string;
  updatedAt: string;
  minimized: boolean;
}

export interface CheckSuite {
  readonly kind: 'CheckSuite';
  readonly id: number;
  readonly nodeId: string;
  readonly repository: Repository;
  readonly app: App;
  readonly sha: string;
  readonly createdAt: string;
  readonly runs: CheckRun[];
  own: Pick<CheckRun, 'conclusion' | 'status'>;
  /** Set for suites of GitHub Actions. */
  readonly workflowRun: WorkflowRun | undefined;
}

export interface WorkflowRun {
  readonly kind: 'WorkflowRun';
  readonly id: number;
  readonly nodeId: string;
  readonly runNumber: number;
  attempt: number;
  readonly event: string;
  readonly workflow: Workflow;
  readonly createdAt: string;
}

export interface Workflow {
  readonly kind: 'Workflow';
  readonly id: number;
  readonly nodeId: string;
  readonly name: string;
  /** Such as `.github/workflows/ci.yml`. */
  readonly path: string;
  runs: number;
}

export type CheckStatus =
  | 'QUEUED'
  | 'IN_PROGRESS'
  | 'COMPLETED'
  | 'WAITING'
  | 'PENDING'
  | 'REQUESTED';
export type Conclusion =
  | 'SUCCESS'
  | 'FAILURE'
  | 'NEUTRAL'
  | 'CANCELLED'
  | 'SKIPPED'
  | 'TIMED_OUT'
  | 'ACTION_REQUIRED'
  | 'STARTUP_FAILURE'
  | 'STALE';

export interface CheckRun {
  readonly kind: 'CheckRun';
  /** For GitHub Actions this is the id of the job as well. */
  readonly id: number;
  readonly nodeId: string;
  readonly suite: CheckSuite;
  name: string;
  status: CheckStatus;
  conclusion: Conclusion | undefined;
  startedAt: string | undefined;
  completedAt: string | undefined;
  externalId: string;
  detailsUrl: string | undefined;
  output: CheckOutput;
  readonly annotations: Annotation[];
  /** The log of the job; absent once it has expired. */
  log: string | undefined;
  /** A newer run of the same check stands in its place. */
  superseded: boolean;
  readonly began: boolean;
  /** The workflow run's attempt that it belongs to; 1 without a workflow. */
  readonly attempt: number;
}

export interface CheckOutput {
  readonly title: string | undefined;
  readonly summary: string | undefined;
  readonly text: string | undefined;
}

export interface CommitStatus {
  readonly kind: 'StatusContext';
  readonly id: number;
  readonly nodeId: string;
  readonly repository: Repository;
  readonly sha: string;
  readonly context: string;
  readonly state: 'PENDING' | 'SUCCESS' | 'FAILURE' | 'ERROR';
  readonly description: string | undefined;
  readonly targetUrl: string | undefined;
  creator: Account | undefined;
  readonly createdAt: string;
}

/** One attempt to tell a webhook of an event; a redelivery is another one with the same guid. */
export interface Delivery {
  /** Beyond 2^53, as GitHub's are. */
  readonly id: bigint;
  readonly guid: string;
  readonly app: App;
  readonly installation: Installation | undefined;
  readonly repository: Repository | undefined;
  readonly event: string;
  readonly action: string | undefined;
  /** The exact bytes that were signed. */
  readonly payload: string;
  readonly redelivery: boolean;
  readonly deliveredAt: string;
  status: string;
  statusCode: number;
  duration: number;
}

/** Everything with a node id that GraphQL finds by it. */
export type WorldNode =
  | Account
  | App
  | Repository
  | Pull
  | IssueComment
  | Review
  | ReviewThread
  | ReviewComment
  | CheckSuite
  | CheckRun
  | WorkflowRun
  | Workflow
  | CommitStatus;
