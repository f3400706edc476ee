import * as z from 'zod';
import type { Sha } from '#domain/model/ids.ts';
import type { Clock } from '#ports/clock.ts';
import type { Repository } from '#ports/forge.ts';
import { reading } from './access.ts';
import type { GitHubClient } from './client.ts';
import { fileText, threeFolders } from './documents.ts';
import { ForgeGone } from './errors.ts';
import { createKept } from './kept.ts';
import { dataOf } from './refusal.ts';

/** Reads files as they are in commits. A commit never changes, so each file is read once. */
export function createFileReader({ client, clock }: FileReaderDeps) {
  const files = createKept<string | undefined>({
    clock,
    most: 200,
    // A commit that GitHub has not taken in yet looks like one without the file.
    until: (text, now) => now + (text === undefined ? 60_000 : 3_600_000),
  });
  return async (repository: Repository, commit: Sha, path: string): Promise<string | undefined> =>
    files.read(`${repository.repositoryId} ${commit}:${path}`, () =>
      readFile(client, repository, `${commit}:${path}`),
    );
}

export interface FileReaderDeps {
  readonly client: GitHubClient;
  readonly clock: Clock;
}

/** Whether a merge of the base would bring other workflow files than the head has. */
export async function mergeTouchesWorkflows(
  client: GitHubClient,
  repository: Repository,
  { head, base }: { readonly head: Sha; readonly base: Sha },
): Promise<boolean> {
  const { owner, name } = repository;
  const access = { repository, permissions: reading };
  // The list of changed files ends at 300; the folder's own ids tell the same of any number.
  const parameters = { owner, repo: name, basehead: `${head}...${base}`, per_page: 1 };
  const path = '/repos/{owner}/{repo}/compare/{basehead}';
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  const { merge_base_commit: fork } = comparison.parse(dataOf(answer, 'compare two commits'));
  const [one, two, three] = [base, head, fork.sha].map((sha) => `${sha}:.github/workflows`);
  const query = { document: threeFolders, variables: { owner, name, one, two, three } };
  const { data } = await client.graphql(query, access);
  const found = folders.parse(data).repository;
  if (found === null) throw new ForgeGone(`${owner}/${name} is not there any more`);
  const ids = [found.one, found.two, found.three].map((folder) => folder?.oid);
  const [ofBase, ofHead, ofFork] = ids;
  return ofBase !== ofFork && ofBase !== ofHead;
}

const comparison = z.object({ merge_base_commit: z.object({ sha: z.string() }) });

const folder = z.object({ oid: z.string() }).nullable();
const folders = z.object({
  repository: z.object({ one: folder, two: folder, three: folder }).nullable(),
});

async function readFile(
  client: GitHubClient,
  repository: Repository,
  expression: string,
): Promise<string | undefined> {
  const { owner, name } = repository;
  const query = { document: fileText, variables: { owner, name, expression } };
  const { data } = await client.graphql(query, { repository, permissions: reading });
  const found = fileAnswer.parse(data).repository;
  if (found === null) throw new ForgeGone(`${owner}/${name} is not there any more`);
  if (found.object?.kind !== 'Blob') return undefined;
  const { text, isBinary, isTruncated } = found.object;
  if (typeof text === 'string' && isBinary !== true && isTruncated !== true) return text;
  throw new Error(`${expression} in ${owner}/${name} is too long for a text, or is none`);
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
