import * as z from 'zod';
import type { Pull, Repository } from '../model.ts';
import { roleOf } from '../rest/access.ts';
import { entryAt } from '../trees.ts';
import { demand, sees, viewerOf } from './access.ts';
import { connect, onlyArgs, paddedKey, pageArgNames } from './connection.ts';
import { notModelled, problem } from './problem.ts';
import { fieldsOf } from './sources.ts';
import type { Args, Context, RefSource, SourceOf } from './sources.ts';

export const repositoryFields = fieldsOf('Repository', {
  id: ({ nodeId }) => nodeId,
  databaseId: ({ id }) => id,
  name: ({ name }) => name,
  nameWithOwner: fullName,
  owner: ({ owner }) => owner,
  url: (repository, _args, { webUrl }) => `${webUrl}/${fullName(repository)}`,
  createdAt: ({ createdAt }) => createdAt,
  pushedAt: ({ pushedAt }) => pushedAt,
  isArchived: ({ archived }) => archived,
  isDisabled: () => false,
  isFork: ({ parent }) => parent !== undefined,
  isPrivate: (repository) => repository.private,
  parent: ({ parent }) => parent,
  defaultBranchRef: (repository) => branchRef(repository, repository.defaultBranch),
  ref: (repository, args) => {
    const { qualifiedName } = z.object({ qualifiedName: z.string() }).parse(args);
    const isFull = qualifiedName.startsWith('refs/');
    return existing(repository, isFull ? qualifiedName : `refs/heads/${qualifiedName}`);
  },
  object: (repository, args, context) => {
    demand(context, repository, ['contents', 'read']);
    return gitObject(repository, args);
  },
  pullRequest: (repository, args, context) => {
    demand(context, repository, ['pull_requests', 'read']);
    return pullOf(repository, args);
  },
  pullRequests: (repository, args, context) => {
    demand(context, repository, ['pull_requests', 'read']);
    return pullsOf(repository, args);
  },
  viewerPermission: (repository, _args, context) =>
    roleOf(repository, viewerOf(context).login)?.toUpperCase(),
});

/** Finds a repository, or says that there is none to whoever may not know of it. */
export function findRepository(_source: unknown, args: Args, context: Context): Repository {
  const { owner, name } = z.object({ owner: z.string(), name: z.string() }).parse(args);
  const repository = context.world.find(`${owner}/${name}`);
  if (repository && sees(context, repository)) return repository;
  const words = `Could not resolve to a Repository with the name '${owner}/${name}'.`;
  throw problem('NOT_FOUND', words);
}

/** owner/name. */
export function fullName({ owner, name }: Repository): string {
  return `${owner.login}/${name}`;
}

/** A branch as a ref; undefined when it is gone. */
export function branchRef(repository: Repository, branch: string): RefSource | undefined {
  return existing(repository, `refs/heads/${branch}`);
}

function existing(repository: Repository, name: string): RefSource | undefined {
  return repository.git.ref(name) === undefined ? undefined : { kind: 'Ref', repository, name };
}

function pullOf(repository: Repository, args: Args): Pull {
  const { number } = z.object({ number: z.int() }).parse(args);
  const pull = repository.pulls.get(number);
  if (pull) return pull;
  const words = `Could not resolve to a PullRequest with the number of ${number}.`;
  throw problem('NOT_FOUND', words);
}

const listArgs = z.object({
  states: z.array(z.string()).nullish(),
  headRefName: z.string().nullish(),
  baseRefName: z.string().nullish(),
  orderBy: z
    .object({ field: z.enum(['CREATED_AT', 'UPDATED_AT']), direction: z.enum(['ASC', 'DESC']) })
    .nullish(),
});

function pullsOf(repository: Repository, args: Args): SourceOf<'Connection'> {
  const known = ['states', 'headRefName', 'baseRefName', 'orderBy'];
  onlyArgs(args, [...pageArgNames, ...known], 'pullRequests');
  const { states, headRefName, baseRefName, orderBy } = listArgs.parse(args);
  const keyOf = (pull: Pull): string => {
    const time = orderBy?.field === 'UPDATED_AT' ? pull.updatedAt : pull.createdAt;
    return `${time} ${paddedKey(pull.id)}`;
  };
  const descending = orderBy?.direction === 'DESC';
  const keyed = [...repository.pulls.values()]
    .filter((pull) => states?.includes(pull.state) ?? true)
    .filter(
      (pull) => headRefName === undefined || headRefName === null || pull.headRef === headRefName,
    )
    .filter(
      (pull) => baseRefName === undefined || baseRefName === null || pull.baseRef === baseRefName,
    )
    .map((pull) => ({ pull, key: keyOf(pull) }));
  keyed.sort((one, other) => (one.key < other.key ? -1 : 1));
  if (descending) keyed.reverse();
  return connect(
    { items: keyed, keyOf: ({ key }) => key, nodeOf: ({ pull }) => pull, descending },
    args,
  );
}

const objectArgs = z.object({ expression: z.string().nullish(), oid: z.string().nullish() });

// `REVISION`, or `REVISION:PATH`; what does not exist is null, without an error.
function gitObject(repository: Repository, args: Args) {
  const { expression, oid } = objectArgs.parse(args);
  if (oid !== undefined && oid !== null) return objectSource(repository, oid);
  if (expression === undefined || expression === null)
    throw notModelled('object() without arguments');
  const colon = expression.indexOf(':');
  const sha = revision(repository, colon === -1 ? expression : expression.slice(0, colon));
  if (sha === undefined || colon === -1) return sha && objectSource(repository, sha);
  const tree = repository.git.commit(sha)?.tree;
  const entry = tree && entryAt(repository.git, tree, expression.slice(colon + 1));
  return entry && objectSource(repository, entry.sha);
}

/** A git object by its id, as the GraphQL type that it is. */
export function objectSource(repository: Repository, sha: string) {
  const object = repository.git.object(sha);
  switch (object?.type) {
    case 'commit':
      return { kind: 'Commit', repository, sha };
    case 'tree':
      return { kind: 'Tree', repository, sha };
    case 'blob':
      return { kind: 'Blob', repository, sha };
    case 'tag':
    case undefined:
      return undefined;
  }
}

function revision(repository: Repository, name: string): string | undefined {
  const { git } = repository;
  if (/^[0-9a-f]{40}$/u.test(name)) return name;
  const branch = name === 'HEAD' ? repository.defaultBranch : name;
  return git.ref(branch) ?? git.ref(`refs/heads/${branch}`) ?? git.ref(`refs/tags/${branch}`);
}
