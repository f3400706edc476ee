import type { Account, Installation } from './identity.ts';
import type {
  CheckRun,
  CheckSuite,
  CommitStatus,
  IssueComment,
  Label,
  Pull,
  Repository,
  Review,
  ReviewComment,
  ReviewThread,
} from './model.ts';

interface Happened {
  readonly repository: Repository;
  /** Who did it; the App's bot where an App did. */
  readonly sender: Account;
}

interface PushEvent extends Happened {
  readonly type: 'push';
  /** Full name, `refs/heads/...`. */
  readonly ref: string;
  /** Forty zeros for a new branch. */
  readonly before: string;
  /** Forty zeros for a deleted branch. */
  readonly after: string;
  readonly forced: boolean;
}

export interface PullRequestEvent extends Happened {
  readonly type: 'pull_request';
  readonly action:
    | 'opened'
    | 'synchronize'
    | 'reopened'
    | 'closed'
    | 'edited'
    | 'labeled'
    | 'unlabeled'
    | 'ready_for_review'
    | 'converted_to_draft';
  readonly pull: Pull;
  /** Of labeled and unlabeled. */
  readonly label?: Label;
  /** Heads of synchronize. */
  readonly before?: string;
  readonly after?: string;
  /** Of edited: what stood there before. */
  readonly changes?: { readonly title?: string; readonly body?: string; readonly base?: string };
}

interface ReviewEvent extends Happened {
  readonly type: 'pull_request_review';
  readonly action: 'submitted' | 'dismissed';
  readonly pull: Pull;
  readonly review: Review;
}

interface ReviewCommentEvent extends Happened {
  readonly type: 'pull_request_review_comment';
  readonly action: 'created' | 'edited';
  readonly pull: Pull;
  readonly comment: ReviewComment;
}

interface ReviewThreadEvent extends Happened {
  readonly type: 'pull_request_review_thread';
  readonly action: 'resolved' | 'unresolved';
  readonly pull: Pull;
  readonly thread: ReviewThread;
}

interface IssueCommentEvent extends Happened {
  readonly type: 'issue_comment';
  readonly action: 'created' | 'edited' | 'deleted';
  readonly pull: Pull;
  readonly comment: IssueComment;
}

interface CheckRunEvent extends Happened {
  readonly type: 'check_run';
  readonly action: 'created' | 'completed' | 'rerequested' | 'requested_action';
  readonly run: CheckRun;
  /** Of requested_action: the identifier of the button. */
  readonly identifier?: string;
}

interface CheckSuiteEvent extends Happened {
  readonly type: 'check_suite';
  readonly action: 'completed';
  readonly suite: CheckSuite;
}

interface WorkflowRunEvent extends Happened {
  readonly type: 'workflow_run';
  readonly action: 'completed';
  readonly suite: CheckSuite;
}

interface StatusEvent extends Happened {
  readonly type: 'status';
  readonly status: CommitStatus;
}

interface InstallationEvent {
  readonly type: 'installation';
  readonly action: 'created' | 'deleted' | 'suspend' | 'unsuspend';
  readonly installation: Installation;
  readonly sender: Account;
}

interface InstallationRepositoriesEvent {
  readonly type: 'installation_repositories';
  readonly action: 'added' | 'removed';
  readonly installation: Installation;
  readonly repositories: readonly Repository[];
  readonly sender: Account;
}

/** What happened in the world, in the order it happened; webhooks are made of it. */
export type WorldEvent =
  | PushEvent
  | PullRequestEvent
  | ReviewEvent
  | ReviewCommentEvent
  | ReviewThreadEvent
  | IssueCommentEvent
  | CheckRunEvent
  | CheckSuiteEvent
  | WorkflowRunEvent
  | StatusEvent
  | InstallationEvent
  | InstallationRepositoriesEvent;

export type Listener = (event: WorldEvent) => void;
