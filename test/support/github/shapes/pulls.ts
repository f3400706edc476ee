import type { Label, Pull, Repository } from '../model.ts';
import { accountOrNull, accountShape } from './accounts.ts';
import { apiOf, associationOf, htmlOf, repositoryShape } from './repository.ts';
import type { Site } from './site.ts';

/** A pull request as it stands in lists and in webhooks. */
export function pullShape(site: Site, pull: Pull) {
  const [api, html] = [apiOf(site, pull.repository), htmlOf(site, pull.repository)];
  const own = `${api}/pulls/${pull.number}`;
  const links = linksOf(site, pull);
  return {
    url: own,
    id: pull.id,
    node_id: pull.nodeId,
    html_url: links.html,
    diff_url: `${html}/pull/${pull.number}.diff`,
    patch_url: `${html}/pull/${pull.number}.patch`,
    issue_url: links.issue,
    number: pull.number,
    state: pull.state === 'OPEN' ? 'open' : 'closed',
    locked: pull.locked,
    title: pull.title,
    user: accountOrNull(site, pull.author),
    body: pull.body,
    ...timesOf(pull),
    merge_commit_sha: pull.mergedSha ?? null,
    assignee: null,
    assignees: [],
    requested_reviewers: [...pull.reviewRequests].map((account) => accountShape(site, account)),
    requested_teams: [],
    labels: [...pull.labels.values()].map((label) => labelShape(site, pull.repository, label)),
    milestone: null,
    draft: pull.draft,
    commits_url: links.commits,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    comments_url: links.comments,
    statuses_url: links.statuses,
    head: headShape(site, pull),
    base: sideShape(site, pull.repository, { ref: pull.baseRef, sha: pull.baseSha }),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
    author_association: associationOf(pull.repository, pull.author),
    auto_merge: autoMergeShape(site, pull),
    active_lock_reason: null,
  };
}

/** What only the reading of one pull request and its webhooks add. */
export interface PullMeasures {
  /** Undefined: not known yet. */
  readonly mergeable: boolean | undefined;
  readonly mergeableState: string;
  readonly additions: number;
  readonly deletions: number;
  readonly changedFiles: number;
  readonly commits: number;
}

export function fullPullShape(site: Site, pull: Pull, measures: PullMeasures) {
  return {
    ...pullShape(site, pull),
    merged: pull.state === 'MERGED',
    mergeable: measures.mergeable ?? null,
    rebaseable: measures.mergeable ?? null,
    mergeable_state: measures.mergeableState,
    merged_by: accountOrNull(site, pull.mergedBy),
    comments: pull.comments.length,
    review_comments: pull.threads.reduce((sum, { comments }) => sum + comments.length, 0),
    maintainer_can_modify: pull.maintainerCanModify,
    commits: measures.commits,
    additions: measures.additions,
    deletions: measures.deletions,
    changed_files: measures.changedFiles,
  };
}

/** The few fields that stand in checks. */
export function shortPullShape(site: Site, pull: Pull) {
  const side = (repository: Repository, ref: string, sha: string) => {
    const { id, name } = repository;
    return { ref, sha, repo: { id, url: apiOf(site, repository), name } };
  };
  return {
    url: `${apiOf(site, pull.repository)}/pulls/${pull.number}`,
    id: pull.id,
    number: pull.number,
    head: side(pull.headRepository ?? pull.repository, pull.headRef, pull.headSha),
    base: side(pull.repository, pull.baseRef, pull.baseSha),
  };
}

/** Pull requests of the repository itself that have this head; those of forks GitHub leaves out. */
export function ownPullsAt(repository: Repository, sha: string): readonly Pull[] {
  return [...repository.pulls.values()].filter(
    (pull) => pull.headSha === sha && pull.state === 'OPEN' && pull.headRepository === repository,
  );
}

export function labelShape(site: Site, repository: Repository, label: Label) {
  const { id, nodeId, name, color } = label;
  const url = `${apiOf(site, repository)}/labels/${encodeURIComponent(name)}`;
  return { id, node_id: nodeId, url, name, description: null, color, default: false };
}

function headShape(site: Site, pull: Pull) {
  const { headRepository, headRef: ref, headSha: sha } = pull;
  if (headRepository !== undefined) return sideShape(site, headRepository, { ref, sha });
  return { label: `unknown:${ref}`, ref, sha, user: accountOrNull(site, pull.author), repo: null };
}

function sideShape(
  site: Site,
  repository: Repository,
  { ref, sha }: { readonly ref: string; readonly sha: string },
) {
  const { owner } = repository;
  const repo = repositoryShape(site, repository);
  return { label: `${owner.login}:${ref}`, ref, sha, user: accountShape(site, owner), repo };
}

function timesOf(pull: Pull) {
  return {
    created_at: pull.createdAt,
    updated_at: pull.updatedAt,
    closed_at: pull.closedAt ?? null,
    merged_at: pull.mergedAt ?? null,
  };
}

function autoMergeShape(site: Site, { autoMerge, author, repository }: Pull) {
  if (autoMerge === undefined) return null;
  return {
    enabled_by: accountShape(site, author ?? repository.owner),
    merge_method: autoMerge.method.toLowerCase(),
    commit_title: '',
    commit_message: '',
  };
}

function linksOf(site: Site, pull: Pull) {
  const api = apiOf(site, pull.repository);
  const own = `${api}/pulls/${pull.number}`;
  const issue = `${api}/issues/${pull.number}`;
  return {
    self: own,
    html: `${htmlOf(site, pull.repository)}/pull/${pull.number}`,
    issue,
    comments: `${issue}/comments`,
    review_comments: `${own}/comments`,
    review_comment: `${api}/pulls/comments{/number}`,
    commits: `${own}/commits`,
    statuses: `${api}/statuses/${pull.headSha}`,
  };
}
