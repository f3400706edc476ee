import type { WorldEvent } from './events.ts';
import { noCommit } from './git-store.ts';
import { commitsBetween } from './history.ts';
import type { Installation } from './identity.ts';
import type { CheckSuite, Pull, Repository } from './model.ts';
import { accountShape, installationShape } from './shapes/accounts.ts';
import {
  checkRunShape,
  checkSuiteShape,
  workflowRunShape,
  workflowShape,
} from './shapes/checks.ts';
import { commitShape, eventCommitShape, knownCommit } from './shapes/commits.ts';
import { fullPullShape, labelShape, ownPullsAt, pullShape } from './shapes/pulls.ts';
import { htmlOf, repositoryName, repositoryShape } from './shapes/repository.ts';
import type { Site } from './shapes/site.ts';
import {
  commentShape,
  issueShape,
  reviewCommentShape,
  reviewShape,
  threadShape,
} from './shapes/talk.ts';
import type { World } from './world.ts';

type Of<Type extends WorldEvent['type']> = Extract<WorldEvent, { type: Type }>;
type Payload = Readonly<Record<string, unknown>>;

/** GitHub names no more commits of a push than this. */
const MOST_COMMITS = 2048;

/** What GitHub tells the webhook of one installation about an event. */
export function payloadOf(
  world: World,
  site: Site,
  told: { event: WorldEvent; installation: Installation },
): Payload {
  const { event, installation } = told;
  const shared = { sender: accountShape(site, event.sender) };
  if (event.type === 'installation' || event.type === 'installation_repositories') {
    return { ...installationPayload(world, site, event), ...shared };
  }
  return {
    ...eventPayload(world, site, event),
    repository: repositoryShape(site, event.repository),
    ...(event.repository.owner.type === 'Organization' && {
      organization: accountShape(site, event.repository.owner),
    }),
    ...shared,
    installation: { id: installation.id, node_id: `MDIz${installation.id}` },
  };
}

function eventPayload(
  world: World,
  site: Site,
  event: Exclude<WorldEvent, { type: 'installation' | 'installation_repositories' }>,
): Payload {
  switch (event.type) {
    case 'push':
      return pushPayload(site, event);
    case 'pull_request':
      return pullPayload(site, event);
    case 'pull_request_review':
      return { ...head(site, event), review: reviewShape(site, event.review) };
    case 'pull_request_review_comment':
      return { ...head(site, event), comment: reviewCommentShape(site, event.comment) };
    case 'pull_request_review_thread':
      return { ...head(site, event), thread: threadShape(site, event.thread) };
    case 'issue_comment': {
      const { action, comment, pull } = event;
      return { action, issue: issueShape(site, pull), comment: commentShape(site, comment) };
    }
    case 'check_run':
      return checkRunPayload(site, event);
    case 'check_suite': {
      const { action, suite } = event;
      return { action, check_suite: suiteShape(site, suite) };
    }
    case 'workflow_run':
      return workflowPayload(site, event);
    case 'status':
      return statusPayload(world, site, event);
  }
}

function head(site: Site, { action, pull }: { readonly action: string; readonly pull: Pull }) {
  return { action, pull_request: pullShape(site, pull) };
}

function pushPayload(
  site: Site,
  { repository, ref, before, after, forced, sender }: Of<'push'>,
): Payload {
  const gone = after === noCommit;
  const from =
    before === noCommit ? repository.git.ref(`refs/heads/${repository.defaultBranch}`) : before;
  const added = gone ? [] : commitsBetween(repository.git, from ?? noCommit, after);
  const commits = added
    .slice(0, MOST_COMMITS)
    .toReversed()
    .map((sha) => pushedCommit(site, repository, sha));
  return {
    ref,
    before,
    after,
    created: before === noCommit,
    deleted: gone,
    forced,
    base_ref: null,
    compare: `${htmlOf(site, repository)}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: gone ? null : pushedCommit(site, repository, after),
    pusher: { name: sender.login, email: `${sender.login}@users.noreply.github.com` },
  };
}

function pushedCommit(site: Site, repository: Repository, sha: string) {
  const url = `${htmlOf(site, repository)}/commit/${sha}`;
  const files = { added: [], removed: [], modified: [] };
  return { ...eventCommitShape(knownCommit(repository, sha)), distinct: true, url, ...files };
}

function pullPayload(site: Site, event: Of<'pull_request'>): Payload {
  const { action, pull, label, before, after, changes } = event;
  // A webhook never knows whether it merges: GitHub has only begun to find out.
  const unknown = { additions: 0, deletions: 0, changedFiles: 0, commits: 1 };
  const measures = { mergeable: undefined, mergeableState: 'unknown', ...unknown };
  return {
    action,
    number: pull.number,
    pull_request: fullPullShape(site, pull, measures),
    ...(label && { label: labelShape(site, pull.repository, label) }),
    ...(before !== undefined && { before, after }),
    ...(changes && { changes: changesShape(changes) }),
  };
}

function changesShape({ title, body, base }: NonNullable<Of<'pull_request'>['changes']>): Payload {
  return {
    ...(title !== undefined && { title: { from: title } }),
    ...(body !== undefined && { body: { from: body } }),
    ...(base !== undefined && { base: { ref: { from: base }, sha: { from: noCommit } } }),
  };
}

function checkRunPayload(site: Site, event: Of<'check_run'>): Payload {
  const { action, run, repository } = event;
  const pulls = ownPullsAt(repository, run.suite.sha);
  const check_suite = suiteShape(site, run.suite);
  return {
    action,
    check_run: { ...checkRunShape(site, run, pulls), check_suite },
    ...(event.identifier !== undefined && { requested_action: { identifier: event.identifier } }),
  };
}

function suiteShape(site: Site, suite: CheckSuite) {
  const pulls = ownPullsAt(suite.repository, suite.sha);
  const head_commit = eventCommitShape(knownCommit(suite.repository, suite.sha));
  return { ...checkSuiteShape(site, suite, pulls), head_commit };
}

function workflowPayload(site: Site, { action, suite }: Of<'workflow_run'>): Payload {
  const run = suite.workflowRun;
  if (run === undefined) throw new Error('A workflow_run event tells of a suite without workflow');
  const { repository, sha } = suite;
  const repositoryFields = repositoryShape(site, repository);
  return {
    action,
    workflow: workflowShape(site, suite, run),
    workflow_run: {
      ...workflowRunShape(site, { suite, run, pulls: ownPullsAt(repository, sha) }),
      head_commit: eventCommitShape(knownCommit(repository, sha)),
      repository: repositoryFields,
      head_repository: repositoryFields,
    },
  };
}

/** Statuses know their commit and its branches, and no pull request. */
function statusPayload(world: World, site: Site, { status, repository }: Of<'status'>): Payload {
  const commit = commitShape(world, site, knownCommit(repository, status.sha));
  const branches = [...branchesAt(repository, status.sha)].map((name) => ({
    name,
    commit: { sha: status.sha, url: commit.url },
    protected: repository.rules.has(name),
  }));
  return {
    id: status.id,
    sha: status.sha,
    name: `${repository.owner.login}/${repository.name}`,
    avatar_url: null,
    target_url: status.targetUrl ?? null,
    context: status.context,
    description: status.description ?? null,
    state: status.state.toLowerCase(),
    commit,
    branches,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  };
}

/** Heads of pull requests and the default branch; the others are never asked about here. */
function branchesAt(repository: Repository, sha: string): ReadonlySet<string> {
  const { git, defaultBranch } = repository;
  const main = git.ref(`refs/heads/${defaultBranch}`) === sha ? [defaultBranch] : [];
  return new Set([...main, ...ownPullsAt(repository, sha).map(({ headRef }) => headRef)]);
}

function installationPayload(
  world: World,
  site: Site,
  event: Of<'installation'> | Of<'installation_repositories'>,
): Payload {
  const { action, installation } = event;
  const shape = installationShape(site, installation, world.now());
  if (event.type === 'installation') {
    const repositories = [...world.repositories.values()].filter((repository) =>
      holds(installation, repository),
    );
    return { action, installation: shape, repositories: repositories.map(repositoryName) };
  }
  const named = event.repositories.map(repositoryName);
  return {
    action,
    installation: shape,
    repository_selection: shape.repository_selection,
    repositories_added: event.action === 'added' ? named : [],
    repositories_removed: event.action === 'removed' ? named : [],
    requester: null,
  };
}

/** Whether an installation covers a repository. */
export function holds({ account, repositories }: Installation, { id, owner }: Repository): boolean {
  return account.id === owner.id && (repositories === 'all' || repositories.has(id));
}
