import * as z from 'zod';
import type { GitPerson } from '../git-objects.ts';
import type { GitStore } from '../git-store.ts';
import type { TreeEntry } from '../git-objects.ts';
import { editTree, entriesOf, isFolder, type TreeChange } from '../trees.ts';
import { gitCommitShape, knownCommit } from '../shapes/commits.ts';
import { apiOf } from '../shapes/repository.ts';
import { repositoryRoutes } from './access.ts';
import {
  type Answer,
  bodyOf,
  invalid,
  notFound,
  Refusal,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

const MODES = ['100644', '100755', '040000', '160000', '120000'] as const;
const TYPES: Readonly<Record<string, string>> = { '40000': 'tree', '160000': 'commit' };

const sha = z.string().regex(/^[0-9a-f]{40}$/);
const newBlob = z.object({
  content: z.string(),
  encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
});
const newTree = z.object({
  base_tree: sha.optional(),
  tree: z.array(
    z.object({
      path: z.string().min(1),
      mode: z.enum(MODES),
      type: z.enum(['blob', 'tree', 'commit']).optional(),
      sha: sha.nullish(),
      content: z.string().optional(),
    }),
  ),
});
const person = z.object({ name: z.string(), email: z.string(), date: z.string().optional() });
const newCommit = z.object({
  message: z.string(),
  tree: sha,
  parents: z.array(sha).default([]),
  author: person.optional(),
  committer: person.optional(),
  signature: z.string().optional(),
});

type NewTreeEntry = z.infer<typeof newTree>['tree'][number];

export const gitDataRoutes: readonly Route[] = [
  repositoryRoutes.post('/git/blobs', ['contents', 'write'], makeBlob),
  repositoryRoutes.get('/git/blobs/{file_sha}', ['contents', 'read'], showBlob),
  repositoryRoutes.post('/git/trees', ['contents', 'write'], makeTree),
  repositoryRoutes.get('/git/trees/{tree_sha}', ['contents', 'read'], showTree),
  repositoryRoutes.post('/git/commits', ['contents', 'write'], makeCommit),
  repositoryRoutes.get('/git/commits/{commit_sha}', ['contents', 'read'], showCommit),
];

function makeBlob(call: RepositoryCall): Answer {
  const { content, encoding } = bodyOf(call, newBlob);
  const bytes = Buffer.from(content, encoding);
  const made = call.repository.git.writeBlob(bytes);
  return { status: 201, body: { sha: made, url: urlOf(call, 'blobs', made) } };
}

function showBlob(call: RepositoryCall): Answer {
  const id = segment(call, 'file_sha');
  const bytes = call.repository.git.blob(id);
  if (bytes === undefined) throw notFound();
  const body = {
    sha: id,
    node_id: `B_${id}`,
    size: bytes.length,
    url: urlOf(call, 'blobs', id),
    content: bytes.toString('base64'),
    encoding: 'base64',
  };
  return { status: 200, body };
}

function makeTree(call: RepositoryCall): Answer {
  const given = bodyOf(call, newTree);
  const { git } = call.repository;
  const base = given.base_tree === undefined ? undefined : treeOf(git, given.base_tree);
  if (given.base_tree !== undefined && base === undefined) {
    throw new Refusal(422, 'base_tree is not a valid tree oid');
  }
  const changes = new Map(given.tree.map((entry) => [entry.path, changeOf(git, entry)]));
  return { status: 201, body: treeShape(call, editTree(git, base, changes), false) };
}

function showTree(call: RepositoryCall): Answer {
  const { git } = call.repository;
  const asked = segment(call, 'tree_sha');
  const tree = treeOf(git, git.ref(`refs/heads/${asked}`) ?? asked);
  if (tree === undefined) throw notFound();
  return { status: 200, body: treeShape(call, tree, call.query.has('recursive')) };
}

function makeCommit(call: RepositoryCall): Answer {
  const given = bodyOf(call, newCommit);
  const { git } = call.repository;
  if (git.tree(given.tree) === undefined) throw new Refusal(422, 'Tree SHA does not exist');
  const lost = given.parents.find((parent) => git.commit(parent) === undefined);
  if (lost !== undefined)
    throw new Refusal(422, 'Parent SHA does not exist or is not a commit object');
  const author = personOf(call, given.author);
  const made = git.writeCommit({
    tree: given.tree,
    parents: given.parents,
    author,
    committer: given.committer === undefined ? author : personOf(call, given.committer),
    signature: given.signature,
    message: given.message,
  });
  // GitHub signs for an App that leaves author and committer to it.
  const own = call.token.kind === 'installation' && given.signature === undefined;
  if (own && given.author === undefined && given.committer === undefined) {
    call.world.signedCommits.add(made);
  }
  return {
    status: 201,
    body: gitCommitShape(call.world, call.site, knownCommit(call.repository, made)),
  };
}

function showCommit(call: RepositoryCall): Answer {
  const id = segment(call, 'commit_sha');
  if (call.repository.git.commit(id) === undefined) throw notFound();
  return {
    status: 200,
    body: gitCommitShape(call.world, call.site, knownCommit(call.repository, id)),
  };
}

function changeOf(git: GitStore, entry: NewTreeEntry): TreeChange {
  const mode = entry.mode.replace(/^0/, '');
  if (entry.content !== undefined) return { mode, sha: git.writeBlob(entry.content) };
  if (entry.sha === null) return null;
  if (entry.sha === undefined) throw invalid('tree.sha', 'Each entry names a sha or a content');
  const type = TYPES[mode] ?? 'blob';
  if (type !== 'commit' && git.object(entry.sha)?.type !== type) {
    throw new Refusal(422, `tree.sha ${entry.sha} is not a valid ${type}`);
  }
  return { mode, sha: entry.sha };
}

/** The tree that an id means, be it that of a tree or of a commit. */
function treeOf(git: GitStore, id: string): string | undefined {
  return git.commit(id)?.tree ?? (git.tree(id) === undefined ? undefined : id);
}

function treeShape(call: RepositoryCall, tree: string, recursive: boolean) {
  const { git } = call.repository;
  const all = [...walk(git, tree, recursive)];
  const limit = call.limits.treeEntries;
  return {
    sha: tree,
    url: urlOf(call, 'trees', tree),
    tree: all.slice(0, limit).map(([path, entry]) => entryShape(call, path, entry)),
    truncated: all.length > limit,
  };
}

function* walk(
  git: GitStore,
  tree: string,
  recursive: boolean,
  folder = '',
): Generator<readonly [string, TreeEntry]> {
  for (const entry of entriesOf(git, tree)) {
    yield [`${folder}${entry.name}`, entry];
    if (recursive && isFolder(entry)) yield* walk(git, entry.sha, true, `${folder}${entry.name}/`);
  }
}

function entryShape(call: RepositoryCall, path: string, entry: TreeEntry) {
  const type = TYPES[entry.mode] ?? 'blob';
  const plain = { path, mode: entry.mode.padStart(6, '0'), type, sha: entry.sha };
  if (type === 'commit') return plain;
  const size = type === 'blob' ? { size: call.repository.git.blob(entry.sha)?.length ?? 0 } : {};
  return { ...plain, ...size, url: urlOf(call, `${type}s`, entry.sha) };
}

function personOf(call: RepositoryCall, given: z.infer<typeof person> | undefined): GitPerson {
  const { sender, world } = call;
  const usual = {
    name: sender.login,
    email: `${sender.id}+${sender.login}@users.noreply.github.com`,
  };
  const date = given?.date ?? world.now();
  const time = Date.parse(date);
  if (Number.isNaN(time)) throw invalid('date', `${date} is no time`);
  const { name, email } = given ?? usual;
  return { name, email, seconds: Math.floor(time / 1000), zone: zoneOf(date) };
}

/** GitHub keeps the offset that a date was given with. */
function zoneOf(date: string): string {
  return /([+-]\d{2}):?(\d{2})$/.exec(date)?.slice(1).join('') ?? '+0000';
}

function urlOf(call: RepositoryCall, kind: string, id: string): string {
  return `${apiOf(call.site, call.repository)}/git/${kind}/${id}`;
}
