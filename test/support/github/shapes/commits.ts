import type { CommitObject, GitPerson } from '../git-objects.ts';
import type { Repository } from '../model.ts';
import type { World } from '../world.ts';
import { apiOf, htmlOf } from './repository.ts';
import type { Site } from './site.ts';

/** A commit and where it was found. */
export interface FoundCommit {
  readonly sha: string;
  readonly commit: CommitObject;
  readonly repository: Repository;
}

/** A commit of the git data API. */
export function gitCommitShape(world: World, site: Site, found: FoundCommit) {
  const { sha, commit, repository } = found;
  const [api, html] = [apiOf(site, repository), htmlOf(site, repository)];
  return {
    sha,
    node_id: commitNodeId(sha),
    url: `${api}/git/commits/${sha}`,
    html_url: `${html}/commit/${sha}`,
    author: personShape(commit.author),
    committer: personShape(commit.committer),
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    message: commit.message,
    parents: parentsOf(site, found, 'git/commits'),
    verification: verificationShape(world, sha),
  };
}

/** A commit of the commits and branches APIs. */
export function commitShape(world: World, site: Site, found: FoundCommit) {
  const { sha, commit, repository } = found;
  const [api, html] = [apiOf(site, repository), htmlOf(site, repository)];
  return {
    sha,
    node_id: commitNodeId(sha),
    commit: {
      author: personShape(commit.author),
      committer: personShape(commit.committer),
      message: commit.message,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      url: `${api}/git/commits/${sha}`,
      comment_count: 0,
      verification: verificationShape(world, sha),
    },
    url: `${api}/commits/${sha}`,
    html_url: `${html}/commit/${sha}`,
    comments_url: `${api}/commits/${sha}/comments`,
    author: null,
    committer: null,
    parents: parentsOf(site, found, 'commits'),
  };
}

/** A commit inside a webhook. */
export function eventCommitShape(found: FoundCommit) {
  const { sha, commit } = found;
  const [author, committer] = [nameOf(commit.author), nameOf(commit.committer)];
  const timestamp = timeOf(commit.committer);
  return { id: sha, tree_id: commit.tree, message: commit.message, timestamp, author, committer };
}

/** The commit with this id; throws if it is not there, since the world named it. */
export function knownCommit(repository: Repository, sha: string): FoundCommit {
  const commit = repository.git.commit(sha);
  if (commit === undefined) throw new Error(`${repository.name} has no commit ${sha}`);
  return { sha, commit, repository };
}

function commitNodeId(sha: string): string {
  return `C_${Buffer.from(sha).toString('base64url')}`;
}

function parentsOf(site: Site, { commit, repository }: FoundCommit, below: string) {
  const [api, html] = [apiOf(site, repository), htmlOf(site, repository)];
  return commit.parents.map((sha) => ({
    sha,
    url: `${api}/${below}/${sha}`,
    html_url: `${html}/commit/${sha}`,
  }));
}

function verificationShape(world: World, sha: string) {
  const verified = world.signedCommits.has(sha);
  const reason = verified ? 'valid' : 'unsigned';
  return { verified, reason, signature: null, payload: null, verified_at: null };
}

function nameOf({ name, email }: GitPerson) {
  return { name, email };
}

function personShape(person: GitPerson) {
  return { ...nameOf(person), date: timeOf(person) };
}

function timeOf({ seconds }: GitPerson): string {
  return new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
}
