import { extname } from 'node:path/posix';
import type { CommitObject, GitPerson, TreeEntry } from '../git-objects.ts';
import { commitsBetween } from '../history.ts';
import { isoSeconds } from '../residents.ts';
import { rollupOf } from '../rollup.ts';
import { allSuites } from '../suites.ts';
import { entriesOf } from '../trees.ts';
import { demand } from './access.ts';
import { connectById, connectInOrder, onlyArgs, pageArgNames } from './connection.ts';
import { fullName, objectSource } from './repositories.ts';
import { fieldsOf, plain } from './sources.ts';
import type { CommitSource, Context, PlainSource, RollupSource } from './sources.ts';

export const refFields = fieldsOf('Ref', {
  id: ({ repository, name }) =>
    `REF_${Buffer.from(`${repository.id}:${name}`).toString('base64url')}`,
  name: ({ name }) => name.replace(/^refs\/(?:heads|tags)\//u, ''),
  prefix: ({ name }) => /^refs\/[^/]+\//u.exec(name)?.[0] ?? '',
  repository: ({ repository }) => repository,
  target: ({ repository, name }) => {
    const sha = repository.git.ref(name);
    return sha === undefined ? undefined : objectSource(repository, sha);
  },
});

export const commitFields = fieldsOf('Commit', {
  id: ({ repository, sha }) => `C_${Buffer.from(`${repository.id}:${sha}`).toString('base64url')}`,
  oid: ({ sha }) => sha,
  abbreviatedOid: ({ sha }) => sha.slice(0, 7),
  url: ({ repository, sha }, _args, { webUrl }) =>
    `${webUrl}/${fullName(repository)}/commit/${sha}`,
  repository: ({ repository }) => repository,
  message: (source) => commitOf(source).message,
  messageHeadline: (source) => commitOf(source).message.split('\n', 1)[0] ?? '',
  messageBody: (source) => commitOf(source).message.split('\n').slice(1).join('\n').trim(),
  committedDate: (source) => timeOf(commitOf(source).committer),
  authoredDate: (source) => timeOf(commitOf(source).author),
  author: (source, _args, context) => actor(context, commitOf(source).author),
  committer: (source, _args, context) => actor(context, commitOf(source).committer),
  tree: (source) => ({ ...source, kind: 'Tree', sha: commitOf(source).tree }),
  parents: (source, args) =>
    connectInOrder(commitOf(source).parents, args, (sha) => ({ ...source, sha })),
  checkSuites: ({ repository, sha }, args, context) => {
    onlyArgs(args, pageArgNames, 'checkSuites');
    demand(context, repository, ['checks', 'read']);
    return connectById(allSuites(context.world, repository, sha), args);
  },
  history: (source, args) => {
    onlyArgs(args, pageArgNames, 'history');
    const shas = commitsBetween(source.repository.git, '', source.sha);
    return connectInOrder(shas, args, (sha) => ({ ...source, sha }));
  },
  signature: signatureOf,
  statusCheckRollup: rollupSource,
});

export const treeFields = fieldsOf('Tree', {
  id: ({ repository, sha }) => `T_${Buffer.from(`${repository.id}:${sha}`).toString('base64url')}`,
  oid: ({ sha }) => sha,
  repository: ({ repository }) => repository,
  entries: ({ repository, sha }) =>
    entriesOf(repository.git, sha).map((entry) => ({
      kind: 'TreeEntry',
      repository,
      entry,
      path: entry.name,
    })),
});

export const treeEntryFields = fieldsOf('TreeEntry', {
  name: ({ entry }) => entry.name,
  path: ({ path }) => path,
  extension: ({ entry }) => extname(entry.name),
  mode: ({ entry }) => Number.parseInt(entry.mode, 8),
  oid: ({ entry }) => entry.sha,
  type: ({ entry }) => entryType(entry),
  object: ({ repository, entry }) => objectSource(repository, entry.sha),
  repository: ({ repository }) => repository,
});

export const blobFields = fieldsOf('Blob', {
  id: ({ repository, sha }) => `B_${Buffer.from(`${repository.id}:${sha}`).toString('base64url')}`,
  oid: ({ sha }) => sha,
  byteSize: ({ repository, sha }) => repository.git.blob(sha)?.length,
  isBinary: ({ repository, sha }) => repository.git.blob(sha)?.includes(0),
  isTruncated: ({ repository, sha }) => (repository.git.blob(sha)?.length ?? 0) > textLimit,
  text: ({ repository, sha }) => {
    const bytes = repository.git.blob(sha);
    if (!bytes || bytes.includes(0)) return undefined;
    return bytes.subarray(0, textLimit).toString('utf8');
  },
});

/** The checks of a commit; undefined where nothing was ever said about it. */
export function rollupSource(
  commit: Pick<CommitSource, 'repository' | 'sha'>,
): RollupSource | undefined {
  const { repository, sha } = commit;
  const rollup = rollupOf(repository, sha);
  return rollup && { kind: 'StatusCheckRollup', repository, sha, rollup };
}

// GitHub cuts the text of a blob at 512,000 bytes.
const textLimit = 512_000;

function commitOf({ repository, sha }: CommitSource): CommitObject {
  const commit = repository.git.commit(sha);
  if (!commit) throw new Error(`There is no commit ${sha} in ${fullName(repository)}`);
  return commit;
}

function timeOf({ seconds }: GitPerson): string {
  return isoSeconds(seconds * 1000);
}

const noReply = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/u;

// An address that GitHub gave leads back to the account.
function actor({ world }: Context, person: GitPerson): PlainSource {
  const login = noReply.exec(person.email)?.[1];
  const account = login === undefined ? undefined : world.accounts.get(login.toLowerCase());
  return plain('GitActor', {
    name: person.name,
    email: person.email,
    date: timeOf(person),
    user: account?.type === 'User' ? account : undefined,
  });
}

function signatureOf(
  source: CommitSource,
  _args: unknown,
  context: Context,
): PlainSource | undefined {
  const byGitHub = context.world.signedCommits.has(source.sha);
  const { signature, committer } = commitOf(source);
  if (!byGitHub && signature === undefined) return undefined;
  return plain('GpgSignature', {
    email: committer.email,
    isValid: byGitHub,
    state: byGitHub ? 'VALID' : 'UNKNOWN_KEY',
    wasSignedByGitHub: byGitHub,
  });
}

function entryType(entry: TreeEntry): string {
  if (entry.mode === '40000') return 'tree';
  return entry.mode === '160000' ? 'commit' : 'blob';
}
