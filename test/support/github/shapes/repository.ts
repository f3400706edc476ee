import type { Account } from '../identity.ts';
import type { Repository } from '../model.ts';
import { accountShape } from './accounts.ts';
import { type Site, urlFields } from './site.ts';

const PLAIN_URLS = [
  'contributors',
  'deployments',
  'downloads',
  'events',
  'forks',
  'hooks',
  'languages',
  'merges',
  'stargazers',
  'subscribers',
  'subscription',
  'tags',
  'teams',
] as const;

/** Paths with a placeholder, as GitHub writes them. */
const TEMPLATES = {
  archive: '{archive_format}{/ref}',
  assignees: 'assignees{/user}',
  blobs: 'git/blobs{/sha}',
  branches: 'branches{/branch}',
  collaborators: 'collaborators{/collaborator}',
  comments: 'comments{/number}',
  commits: 'commits{/sha}',
  compare: 'compare/{base}...{head}',
  contents: 'contents/{+path}',
  git_commits: 'git/commits{/sha}',
  git_refs: 'git/refs{/sha}',
  git_tags: 'git/tags{/sha}',
  issue_comment: 'issues/comments{/number}',
  issue_events: 'issues/events{/number}',
  issues: 'issues{/number}',
  keys: 'keys{/key_id}',
  labels: 'labels{/name}',
  milestones: 'milestones{/number}',
  notifications: 'notifications{?since,all,participating}',
  pulls: 'pulls{/number}',
  releases: 'releases{/id}',
  statuses: 'statuses/{sha}',
  trees: 'git/trees{/sha}',
} as const;

function fullName(repository: Repository): string {
  return `${repository.owner.login}/${repository.name}`;
}

export function apiOf(site: Site, repository: Repository): string {
  return `${site.url}/repos/${fullName(repository)}`;
}

export function htmlOf(site: Site, repository: Repository): string {
  return `${site.url}/${fullName(repository)}`;
}

/** The few fields that stand in lists of an installation. */
export function repositoryName(repository: Repository) {
  const { id, nodeId, name } = repository;
  return {
    id,
    node_id: nodeId,
    name,
    full_name: fullName(repository),
    private: repository.private,
  };
}

/** A repository as it stands in webhooks, in pull requests and by itself. */
export function repositoryShape(site: Site, repository: Repository) {
  const [api, html] = [apiOf(site, repository), htmlOf(site, repository)];
  return {
    ...repositoryName(repository),
    owner: accountShape(site, repository.owner),
    html_url: html,
    description: null,
    fork: repository.parent !== undefined,
    url: api,
    ...urlFields(PLAIN_URLS, (name) => `${api}/${name}`),
    ...Object.fromEntries(
      Object.entries(TEMPLATES).map(([name, path]) => [`${name}_url`, `${api}/${path}`]),
    ),
    created_at: repository.createdAt,
    updated_at: repository.pushedAt,
    pushed_at: repository.pushedAt,
    git_url: `git:${html.slice(html.indexOf('//'))}.git`,
    ssh_url: `git@github.test:${fullName(repository)}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
    homepage: null,
    ...countsAndSwitches,
    archived: repository.archived,
    open_issues_count: openPulls(repository),
    open_issues: openPulls(repository),
    visibility: repository.private ? 'private' : 'public',
    default_branch: repository.defaultBranch,
  };
}

const countsAndSwitches = {
  size: 1,
  stargazers_count: 0,
  watchers_count: 0,
  language: null,
  has_issues: true,
  has_projects: true,
  has_downloads: true,
  has_wiki: true,
  has_pages: false,
  has_discussions: false,
  forks_count: 0,
  mirror_url: null,
  disabled: false,
  license: null,
  allow_forking: true,
  is_template: false,
  web_commit_signoff_required: false,
  topics: [],
  forks: 0,
  watchers: 0,
};

/** A repository asked for by itself; for a fork with where it came from. */
export function fullRepositoryShape(site: Site, repository: Repository): Record<string, unknown> {
  const { parent } = repository;
  const origin = parent && repositoryShape(site, parent);
  const counts = { network_count: 0, subscribers_count: 0 };
  return {
    ...repositoryShape(site, repository),
    ...counts,
    ...(origin && { parent: origin, source: origin }),
  };
}

/** The association that GitHub shows beside what somebody wrote. */
export function associationOf(repository: Repository, account: Account | undefined): string {
  if (account === undefined) return 'NONE';
  if (account.id === repository.owner.id) return 'OWNER';
  return repository.collaborators.has(account.login) ? 'COLLABORATOR' : 'CONTRIBUTOR';
}

function openPulls(repository: Repository): number {
  let count = 0;
  for (const pull of repository.pulls.values()) if (pull.state === 'OPEN') count += 1;
  return count;
}
