import * as z from 'zod';
import { type Sha, sha } from '#model/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Forge, ForgeRepository, UnreadableFile } from '#ratchet/needs/forge.ts';
import { accessTo } from './access.ts';
import type { GitHubClient } from './client.ts';
import { fileText, threeFolders } from './documents.ts';
import { ForgeGone, requireData } from './errors.ts';
import { createKept } from './kept.ts';
import { toRoute } from './branch-place.ts';

/** Reads files as they are in commits. A commit never changes, so each file is read once. */
export function createFileReader(client: GitHubClient, clock: TimeSource) {
  const files = createKept<string | UnreadableFile | undefined>({
    clock,
    most: 200,
    // A commit that GitHub has not taken in yet looks like one without the file.
    until: (text, now) => now + (text === undefined ? 60_000 : 3_600_000),
  });
  return async (
    repository: ForgeRepository,
    commit: Sha,
    path: string,
  ): Promise<string | UnreadableFile | undefined> =>
    files.read(`${repository.repositoryId} ${commit}:${path}`, () =>
      readBlobText(client, repository, `${commit}:${path}`),
    );
}

/** Two commits, and the one in which they parted. */
interface Parting {
  readonly head: Sha;
  readonly base: Sha;
  /** undefined: they have nothing in common. */
  readonly fork: Sha | undefined;
}

/** Whether a merge of the base would bring other workflow files than the head has. */
export async function mergeTouchesWorkflows(
  client: GitHubClient,
  repository: ForgeRepository,
  { head, base, fork }: Parting,
): Promise<boolean> {
  const { owner, name } = repository;
  const access = accessTo(repository);
  // Nothing can be merged then, whatever rights we have.
  if (fork === undefined) return false;
  // The list of changed files ends at 300; the folder's own ids tell the same of any number.
  const [one, two, three] = [base, head, fork].map((commit) => `${commit}:.github/workflows`);
  const query = { document: threeFolders, variables: { owner, name, one, two, three } };
  const { data } = await client.graphql(query, access);
  const found = folders.parse(data).repository;
  if (found === null) throw new ForgeGone(`${owner}/${name} no longer exists`);
  const ids = [found.one, found.two, found.three].map((folder) => folder?.oid);
  const [ofBase, ofHead, ofFork] = ids;
  return ofBase !== ofFork && ofBase !== ofHead;
}

const folder = z.object({ oid: z.string() }).nullable();
const folders = z.object({
  repository: z.object({ one: folder, two: folder, three: folder }).nullable(),
});

async function readBlobText(
  client: GitHubClient,
  repository: ForgeRepository,
  expression: string,
): Promise<string | UnreadableFile | undefined> {
  const { owner, name } = repository;
  const query = { document: fileText, variables: { owner, name, expression } };
  const { data } = await client.graphql(query, accessTo(repository));
  const found = fileAnswer.parse(data).repository;
  if (found === null) throw new ForgeGone(`${owner}/${name} no longer exists`);
  if (found.object?.kind !== 'Blob') return undefined;
  const { text, isBinary, isTruncated } = found.object;
  if (isTruncated === true) return { unreadable: 'it is longer than GitHub gives out as a text' };
  if (typeof text !== 'string' || isBinary === true) return { unreadable: 'it is binary' };
  // What is no UTF-8 comes with this character in its place.
  return text.includes('\uFFFD') ? { unreadable: 'it is not UTF-8' } : text;
}

const fileAnswer = z.object({
  repository: z
    .object({
      object: z
        .object({
          kind: z.string(),
          text: z.string().nullish(),
          isBinary: z.boolean().nullish(),
          isTruncated: z.boolean().nullish(),
        })
        .nullable(),
    })
    .nullable(),
});

/** Finds where two commits parted. They never change, so each pair is asked for once. */
export function createMergeBases(client: GitHubClient, clock: TimeSource): Forge['mergeBaseOf'] {
  const found = createKept<Sha | undefined>({
    clock,
    most: 500,
    // A commit that GitHub has not taken in yet looks like one that is not there.
    until: (base, now) => now + (base === undefined ? 60_000 : 24 * 3_600_000),
  });
  return (repository, head, base) =>
    found.read(`${repository.repositoryId} ${head}...${base}`, () =>
      readMergeBase(client, repository, `${head}...${base}`),
    );
}

async function readMergeBase(
  client: GitHubClient,
  repository: ForgeRepository,
  basehead: string,
): Promise<Sha | undefined> {
  const parameters = { ...toRoute(repository), basehead, per_page: 1 };
  const path = '/repos/{owner}/{repo}/compare/{basehead}';
  const access = accessTo(repository);
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  if (answer.status === 404) return undefined;
  return comparison.parse(requireData(answer, 'compare two commits')).merge_base_commit.sha;
}

const comparison = z.object({ merge_base_commit: z.object({ sha }) });
