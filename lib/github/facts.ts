import type {
  BranchRules,
  CheckFacts,
  PullRequestFacts,
  ThreadFacts,
} from '#ratchet/rules/observation/facts.ts';
import type { Sha } from '#model/ids.ts';
import { toAuthor, toCheckFacts, toRemarkFacts, toSuiteFacts } from './check-facts.ts';
import type { ForgeIdentity } from './identities.ts';
import type {
  ActorNode,
  ContextNode,
  FullNode,
  LightNode,
  SuiteNode,
  ThreadNode,
} from './nodes.ts';

/** A pull request with all of its pages. */
export interface WholePullRequest {
  readonly node: FullNode;
  readonly threads: readonly ThreadNode[];
  readonly contexts: readonly ContextNode[];
  readonly suites: readonly SuiteNode[];
  /** Of the checks and of the suites. */
  readonly checksComplete: boolean;
  readonly commit: FullNode['commits']['nodes'][number]['commit'];
}

/** What concerns all pull requests of one base branch. */
export interface ReadingContext {
  readonly baseChecks: readonly CheckFacts[] | undefined;
  readonly rules: BranchRules;
  readonly us: ForgeIdentity;
  readonly readAt: number;
}

/** Turns what GitHub answered into facts of a pull request. */
export function toPullRequestFacts(
  whole: WholePullRequest,
  around: ReadingContext,
): PullRequestFacts {
  const { node, commit } = whole;
  const { us, baseChecks, rules, readAt } = around;
  return {
    nodeId: node.id,
    repository: { owner: node.repository.owner.login, name: node.repository.name },
    archived: node.repository.isArchived,
    number: node.number,
    state: states[node.state],
    title: node.title,
    url: node.url,
    draft: node.isDraft,
    author: toAuthor(node),
    headSha: node.headRefOid,
    headRef: node.headRefName,
    headParents: commit.parents.nodes.map(({ oid }) => oid),
    headTree: commit.tree.oid,
    headRepository: node.headRepository?.nameWithOwner ?? null,
    fromFork: node.isCrossRepository,
    baseSha: baseTipSha(node),
    baseRef: node.baseRefName,
    mergeable: node.mergeable,
    inMergeQueue: node.isInMergeQueue ?? false,
    labels: (node.labels?.nodes ?? []).map(({ name }) => name),
    labelled: toLabelEvents(node),
    reviews: toReviews(node),
    threads: whole.threads.map((thread) => toThreadFacts(thread, us)),
    remarks: node.comments.nodes.map((remark) => toRemarkFacts(remark, us)),
    checks: whole.contexts.map((context) => toCheckFacts(context, us)),
    suites: whole.suites.map((suite) => toSuiteFacts(suite, us)),
    checksComplete: whole.checksComplete,
    baseChecks,
    rules,
    canPush: canPush(node, us),
    canPushWorkflows: canPushWorkflows(us),
    readAt,
  };
}

/** The tip of the base branch; of a branch that is gone, what it was. */
export function baseTipSha(node: LightNode): Sha {
  return node.baseRef?.target?.oid ?? node.baseRefOid;
}

const states = { OPEN: 'open', CLOSED: 'closed', MERGED: 'merged' } as const;

function toReviews(node: FullNode): PullRequestFacts['reviews'] {
  return (node.reviews?.nodes ?? []).flatMap((review) => {
    const { id, state, submittedAt } = review;
    return submittedAt === null ? [] : [{ id, state, submittedAt, author: toAuthor(review) }];
  });
}

function toLabelEvents({ labelled }: FullNode): NonNullable<PullRequestFacts['labelled']> {
  return (labelled?.nodes ?? []).flatMap((event) =>
    event === null
      ? []
      : [{ name: event.label.name, by: personLogin(event.actor), at: event.createdAt }],
  );
}

/** Programs put labels on too, and vouch for nothing. */
function personLogin(actor: ActorNode): string | null {
  return actor?.kind === 'User' ? actor.login : null;
}

export function toThreadFacts(node: ThreadNode, us: ForgeIdentity): ThreadFacts {
  const remarks = node.comments.nodes;
  return {
    id: node.id,
    resolved: node.isResolved,
    outdated: node.isOutdated,
    path: node.path,
    line: node.line ?? node.originalLine ?? undefined,
    url: remarks[0]?.url ?? undefined,
    remarks: remarks.map((remark) => toRemarkFacts(remark, us)),
  };
}

/** Whether we may push to the branch of a pull request, as far as that can be known before. */
function canPush(node: FullNode, us: ForgeIdentity): boolean {
  const { headRepository, repository, isCrossRepository: isFork } = node;
  if (!headRepository) return false;
  // An installation reaches the repositories of its own account only.
  if (us.kind === 'app') return !isFork && us.permissions['contents'] === 'write';
  const { scopes } = us;
  // A fine-grained token names no scopes; what it may do shows when it does it.
  const mayWrite =
    scopes === undefined || scopes.includes('repo') || scopes.includes('public_repo');
  if (!mayWrite) return false;
  if (isWriter(headRepository.viewerPermission)) return true;
  // Forks of organizations take no pushes of maintainers, and only classic tokens reach a fork.
  const isOpenFork = node.maintainerCanModify && node.headRepositoryOwner?.kind === 'User';
  return isFork && isOpenFork && scopes !== undefined && isWriter(repository.viewerPermission);
}

/** GitHub refuses pushes that touch workflow files from an App or a token without that right. */
export function canPushWorkflows(us: ForgeIdentity): boolean {
  if (us.kind === 'app') return us.permissions['workflows'] === 'write';
  return us.scopes?.includes('workflow') ?? false;
}

function isWriter(permission: string | null | undefined): boolean {
  return permission === 'ADMIN' || permission === 'MAINTAIN' || permission === 'WRITE';
}
