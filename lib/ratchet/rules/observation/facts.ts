import type { Sha } from '#model/ids.ts';

/** The account that wrote a comment or a review; it may be gone. */
export interface Author {
  readonly login: string;
  readonly isBot: boolean;
  /** As the forge words it, for example MEMBER. */
  readonly association: string;
}

/** One execution of a check, or one status. Words are those of the forge, in capitals. */
export interface CheckFacts {
  readonly source: 'check-run' | 'status';
  /** Of this execution: a check that runs again has another one. */
  readonly id: string;
  /** The App that reports it, or the creator of the status. */
  readonly app: string;
  /** Number of that App; a status does not tell it. */
  readonly appId?: number | undefined;
  readonly workflow?: string | undefined;
  /** Tells workflows of one name apart. */
  readonly workflowId?: string | undefined;
  /** What the workflow ran for, as the forge words it. */
  readonly event?: string | undefined;
  /** The suite that it belongs to; a status belongs to none. */
  readonly suite?: string | undefined;
  readonly name: string;
  /** QUEUED, IN_PROGRESS, COMPLETED and the like; of a status: its state. */
  readonly status: string;
  /** null: not over, or a status. */
  readonly conclusion: string | null;
  readonly startedAt?: number | undefined;
  readonly completedAt?: number | undefined;
  readonly url?: string | undefined;
  /** What it says of its result, in short. */
  readonly summary?: string | undefined;
  /** Set where it can be run again by itself and its log can be read. */
  readonly jobId?: string | undefined;
  /** Made by us. */
  readonly ours: boolean;
}

/** What one App was asked for at a head, whether any check of it is there or not. Words are those of the forge. */
export interface SuiteFacts {
  readonly id: string;
  readonly app: string;
  /** It is one run of a workflow, which the forge itself starts and ends. */
  readonly isWorkflow: boolean;
  /** Absent where it may not be read. */
  readonly workflow?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly event?: string | undefined;
  /** Which run of its workflow it is, counted from the first one ever. */
  readonly runNumber?: number | undefined;
  readonly status: string;
  readonly conclusion: string | null;
  readonly createdAt: number;
  /** Of our own App. */
  readonly ours: boolean;
}

export interface ReviewFacts {
  readonly id: string;
  readonly author: Author | null;
  readonly state: string;
  readonly submittedAt: number;
}

export interface RemarkFacts {
  readonly id: string;
  readonly author: Author | null;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Written by us. */
  readonly ours: boolean;
}

interface LabelledFacts {
  readonly name: string;
  readonly by: string | null;
  readonly at: number;
}

export interface ThreadFacts {
  readonly id: string;
  readonly resolved: boolean;
  readonly outdated: boolean;
  /** Absent: it is about the whole pull request. */
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly url?: string | undefined;
  /** Oldest first. */
  readonly remarks: readonly RemarkFacts[];
}

/** A check that has to pass before the base branch takes anything. */
export interface RequiredCheck {
  readonly name: string;
  /** Number of the only App whose word for it counts; absent: any may say it. */
  readonly appId?: number | undefined;
}

/** What the rules of the base branch ask for; undefined where our access does not show it. */
export interface BranchRules {
  readonly requiredChecks: readonly RequiredCheck[] | undefined;
  readonly signaturesRequired: boolean;
}

/** What the forge says about one pull request, unreduced: all that an observation is made from. */
export interface PullRequestFacts {
  readonly nodeId: string;
  /** Where it is to be merged, by the names that it has now. */
  readonly repository: { readonly owner: string; readonly name: string };
  /** Nothing in the repository changes any more; absent: something may. */
  readonly archived?: boolean | undefined;
  readonly number: number;
  readonly state: 'open' | 'closed' | 'merged';
  readonly title: string;
  readonly url: string;
  readonly draft: boolean;
  readonly author: Author | null;
  readonly headSha: Sha;
  readonly headRef: string;
  /** First parent first. */
  readonly headParents: readonly Sha[];
  readonly headTree: Sha;
  /** owner/name; null: the fork is gone. */
  readonly headRepository: string | null;
  readonly fromFork: boolean;
  /** Tip of the base branch as it is now. */
  readonly baseSha: Sha;
  readonly baseRef: string;
  /** MERGEABLE, CONFLICTING or UNKNOWN. */
  readonly mergeable: string;
  readonly inMergeQueue: boolean;
  readonly labels: readonly string[];
  /** The last labels that were put on, oldest first; `by` is null for a program or an account that is gone. */
  readonly labelled?: readonly LabelledFacts[] | undefined;
  readonly reviews: readonly ReviewFacts[];
  readonly threads: readonly ThreadFacts[];
  /** Ordinary conversation, the newest ones. */
  readonly remarks: readonly RemarkFacts[];
  readonly checks: readonly CheckFacts[];
  readonly suites?: readonly SuiteFacts[] | undefined;
  /** Every page was read; otherwise nothing may be called green. */
  readonly checksComplete: boolean;
  /** Of the tip of the base branch; undefined: not read. */
  readonly baseChecks: readonly CheckFacts[] | undefined;
  readonly rules: BranchRules;
  /** What our access allows in the repository of the head. */
  readonly canPush: boolean;
  /** Whether a push may change workflow files. */
  readonly canPushWorkflows: boolean;
  readonly readAt: number;
}
