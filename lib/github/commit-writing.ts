import * as z from 'zod';
import type { Timer } from '#base/needs/clock.ts';
import type { Changeset } from '#model/changeset.ts';
import { type Sha, sha } from '#model/ids.ts';
import { withRunTrailer } from '#repair/rules/session/run-trailer.ts';
import type { ChangesetToPublish, PublishTarget } from '#ratchet/needs/publisher.ts';
import { type MintedToken, type RepositoryAddress, accessTo } from './access.ts';
import { addressOfBranch, toRoute } from './branch-place.ts';
import type { BranchReading } from './branch-reading.ts';
import { requireData } from './errors.ts';
import type { GitHubClient } from './client.ts';

export interface CommitWriting extends ChangesetToPublish {
  readonly client: GitHubClient;
  readonly clock: Timer;
  readonly reading: BranchReading;
  readonly target: PublishTarget;
  readonly token: MintedToken;
}

/** Makes the blobs that are new and the tree; answers the id that GitHub gives to the tree. */
export async function createTree(writing: CommitWriting): Promise<Sha> {
  const { reading, target, changeset } = writing;
  await writeBlobs(writing);
  const [first] = changeset.parents;
  if (first === undefined) throw new Error(`The changeset of ${changeset.runId} has no parent`);
  let { tree } = await reading.commit(target, first);
  // GitHub gives up on trees of many entries, so they are made in steps.
  for (let at = 0; at < changeset.changes.length; at += entriesAtOnce) {
    const entries = changeset.changes.slice(at, at + entriesAtOnce).map(toTreeEntry);
    tree = await createGitObject(writing, 'trees', { base_tree: tree, tree: entries });
  }
  return tree;
}

const entriesAtOnce = 150;

type Change = Changeset['changes'][number];

function toTreeEntry(change: Change) {
  const { path } = change;
  if (change.kind === 'delete') return { path, mode: '100644', type: 'blob', sha: null };
  return { path, mode: change.mode, type: 'blob', sha: change.blob };
}

/** What a parent has already is taken by its id. */
async function writeBlobs(writing: CommitWriting): Promise<void> {
  const { changeset, read, clock } = writing;
  const known = await listKnownBlobs(writing);
  const blobs = changeset.changes.flatMap((change) =>
    change.kind === 'write' && !known.has(change.blob) ? change.blob : [],
  );
  for (const [index, blob] of [...new Set(blobs)].entries()) {
    if (index >= blobsAtFullSpeed) await clock.sleep(pauseMs);
    const content = Buffer.from(await read(blob)).toString('base64');
    const made = await createGitObject(writing, 'blobs', { content, encoding: 'base64' });
    if (made !== blob) throw new Error(`GitHub made ${made} of the content ${blob}`);
  }
}

// GitHub takes 80 writes a minute, and others of ours write as well.
const blobsAtFullSpeed = 40;
const pauseMs = 1_000;

async function listKnownBlobs({
  reading,
  target,
  changeset,
}: CommitWriting): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const parent of changeset.parents) {
    const files = await reading.filesOf(target, parent);
    for (const { blob } of files?.values() ?? []) known.add(blob);
  }
  return known;
}

/** Makes the commit. All that it is made of comes from the changeset and from who we are, so it is always the same. */
export async function createCommit(writing: CommitWriting): Promise<Sha> {
  const { changeset, client, target } = writing;
  const { message, runId, tree, parents, committedAt } = changeset;
  const author = await findCommitAuthor(client, addressOfBranch(target));
  const date = `${new Date(committedAt).toISOString().slice(0, 19)}Z`;
  return createGitObject(writing, 'commits', {
    message: withRunTrailer(message, runId),
    tree,
    parents,
    author: { ...author, date },
    committer: { ...author, date },
  });
}

async function createGitObject(
  { client, target, token }: CommitWriting,
  kind: 'blobs' | 'commits' | 'trees',
  body: Readonly<Record<string, unknown>>,
): Promise<Sha> {
  const path = `/repos/{owner}/{repo}/git/${kind}`;
  const parameters = { ...toRoute(addressOfBranch(target)), ...body };
  // The same content gets the same id, so a repetition makes nothing new.
  const request = { method: 'POST', path, parameters, repeatable: true } as const;
  const answer = await client.rest(request, token);
  return made.parse(requireData(answer, `store ${kind} of a commit`)).sha;
}

const made = z.object({ sha });

interface CommitAuthor {
  readonly name: string;
  readonly email: string;
}

/** Who commits: the bot of the App or the owner of the token, by the address that GitHub knows them by. */
async function findCommitAuthor(
  client: GitHubClient,
  repository: RepositoryAddress,
): Promise<CommitAuthor> {
  const who = await client.identity(repository);
  const host = toMailHost(client.server.host);
  if (who.kind === 'token') {
    const { login, userId } = who;
    return { name: login, email: `${userId}+${login}@${host}` };
  }
  const { login } = who;
  const answer = await client.rest(
    { method: 'GET', path: '/users/{username}', parameters: { username: login } },
    accessTo(repository),
  );
  const id = account.safeParse(answer.data).data?.id;
  return { name: login, email: `${id === undefined ? '' : `${id}+`}${login}@${host}` };
}

const account = z.object({ id: z.int() });

/** A server that has an address and no name has no mail either. */
function toMailHost(host: string): string {
  return `users.noreply.${/^[a-z0-9.-]+\.[a-z]+$/i.test(host) ? host : 'github.com'}`;
}
