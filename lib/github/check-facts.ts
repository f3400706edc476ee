import type {
  Author,
  CheckFacts,
  RemarkFacts,
  SuiteFacts,
} from '#ratchet/rules/observation/facts.ts';
import { type ForgeIdentity, toRestLogin } from './identities.ts';
import type {
  ActorNode,
  CheckRunNode,
  ContextNode,
  RemarkNode,
  StatusNode,
  SuiteNode,
} from './nodes.ts';

/** Our own checks and statuses are called so. */
export const ownCheckName = 'ratchetr';

/** Every comment of ours begins a marker so. */
const markerStart = '<!-- ratchetr:';

export function toCheckFacts(node: ContextNode, us: ForgeIdentity): CheckFacts {
  return node.kind === 'CheckRun' ? toCheckRunFacts(node, us) : toStatusFacts(node, us);
}

function toCheckRunFacts(node: CheckRunNode, us: ForgeIdentity): CheckFacts {
  const { id: suite, app, workflowRun } = node.checkSuite ?? {};
  const id = String(node.databaseId);
  // The job of a workflow has the id of its check run.
  const isJob = app?.slug === actions;
  return {
    source: 'check-run',
    id,
    app: app?.slug ?? 'unknown',
    appId: app?.databaseId ?? undefined,
    ...toWorkflowFacts(workflowRun),
    suite: suite ?? undefined,
    name: node.name,
    status: node.status,
    conclusion: node.conclusion,
    startedAt: node.startedAt ?? undefined,
    completedAt: node.completedAt ?? undefined,
    url: node.detailsUrl ?? undefined,
    summary: shortenSummary(node.title),
    jobId: isJob ? id : undefined,
    ours: isOurApp(app, us),
  };
}

const actions = 'github-actions';

export function toSuiteFacts(node: SuiteNode, us: ForgeIdentity): SuiteFacts {
  const { id, app, workflowRun, status, conclusion, createdAt } = node;
  return {
    id,
    app: app?.slug ?? 'unknown',
    // A token that may not read workflow runs sees only the App of the suite.
    isWorkflow: (workflowRun ?? undefined) !== undefined || app?.slug === actions,
    ...toWorkflowFacts(workflowRun),
    runNumber: workflowRun?.runNumber ?? undefined,
    status,
    conclusion,
    createdAt,
    ours: isOurApp(app, us),
  };
}

function toWorkflowFacts(
  run: SuiteNode['workflowRun'],
): Pick<CheckFacts, 'event' | 'workflow' | 'workflowId'> {
  const { databaseId, name: workflow } = run?.workflow ?? {};
  const workflowId = databaseId === undefined || databaseId === null ? undefined : `${databaseId}`;
  return { workflow, workflowId, event: run?.event ?? undefined };
}

function isOurApp(app: SuiteNode['app'], us: ForgeIdentity): boolean {
  return us.kind === 'app' && (app?.databaseId === us.appId || app?.slug === us.slug);
}

function toStatusFacts(node: StatusNode, us: ForgeIdentity): CheckFacts {
  const creator = actorLogin(node.creator ?? null);
  return {
    source: 'status',
    id: node.id,
    app: creator ?? 'unknown',
    name: node.context,
    status: node.state,
    conclusion: null,
    startedAt: node.createdAt,
    url: node.targetUrl ?? undefined,
    summary: shortenSummary(node.description),
    ours: node.context === ownCheckName && creator !== undefined && creator === us.login,
  };
}

export function toRemarkFacts(node: RemarkNode, us: ForgeIdentity): RemarkFacts {
  const { id, body, createdAt, updatedAt } = node;
  const author = toAuthor(node);
  const isFromUs = author !== null && author.login === us.login;
  // A person whose token we have writes comments of his own too.
  const ours = isFromUs && (us.kind === 'app' || body.includes(markerStart));
  return { id, author, body, createdAt, updatedAt, ours };
}

export function toAuthor(node: {
  readonly author: ActorNode;
  readonly authorAssociation: string;
}): Author | null {
  const login = actorLogin(node.author);
  if (login === undefined) return null;
  return { login, isBot: node.author?.kind === 'Bot', association: node.authorAssociation };
}

function actorLogin(actor: ActorNode): string | undefined {
  return actor === null ? undefined : toRestLogin(actor);
}

function shortenSummary(text: string | null | undefined): string | undefined {
  return text ? text.slice(0, 500) : undefined;
}
