import * as z from 'zod';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { ForgeReading } from '#ratchet/needs/forge.ts';
import type { Sha } from '#model/ids.ts';
import type { RepositoryAccess } from './access.ts';
import { type AllChecks, hidesChecks, readRestOfChecks } from './all-checks.ts';
import { readAllThreads } from './review-threads.ts';
import type { BaseReader } from './base-reader.ts';
import type { GitHubClient } from './client.ts';
import { baseTipSha, toPullRequestFacts } from './facts.ts';
import type { GraphqlError } from './graphql.ts';
import { digestLightNode } from './light-digest.ts';
import { type FullNode, fullNode, type SuiteNode, type SuitePage, suitePage } from './nodes.ts';
import { moreSuites } from './documents.ts';
import { type AllPages, readPages } from './read-pages.ts';

/** What pull requests are read with. */
export interface PullRequestReader {
  readonly client: GitHubClient;
  readonly clock: TimeSource;
  readonly log: Log;
  readonly bases: BaseReader;
}

export interface ReadNode {
  readonly node: unknown;
  readonly errors: readonly GraphqlError[];
  readonly readAt: number;
}

/** Completes what one query brought of a pull request with further pages and with what its base says. */
export async function readWholePullRequest(
  { client, clock, bases }: PullRequestReader,
  access: RepositoryAccess,
  { node: given, errors, readAt }: ReadNode,
): Promise<ForgeReading> {
  const later = (reason: string): ForgeReading => {
    return { kind: 'later', at: clock.now() + 60_000, reason };
  };
  const unread = errors.find((error) => !isHarmless(error));
  if (unread !== undefined) return later(`GitHub left out a part of it: ${unread.message}`);
  const parsed = fullNode.safeParse(given);
  if (!parsed.success) return later(`GitHub answered what we do not know: ${parsed.error.message}`);
  const node = parsed.data;
  if (String(node.repository.databaseId) !== access.repository.repositoryId) {
    return { kind: 'gone', reason: 'It is in another repository now' };
  }
  const commit = node.commits.nodes.at(-1)?.commit;
  // For a moment after a push the commits are still the old ones.
  if (commit?.oid !== node.headRefOid) return later('GitHub is still taking in a push');
  const { id, headRefOid: headSha } = node;
  const checks = await readAllChecks(client, access, { node, errors });
  const suites = await readAllSuites(client, access, {
    id,
    headSha,
    first: commit.checkSuites,
    errors,
  });
  const threads = await readAllThreads(client, access, node);
  const around = {
    baseChecks: await bases.checksOf(access, baseTipSha(node)),
    rules: await bases.rulesOf(access, node.baseRefName),
    us: await client.identity(access.repository),
    readAt,
  };
  const whole = {
    node,
    threads,
    contexts: checks.contexts,
    suites: suites.nodes,
    checksComplete: checks.complete && suites.complete,
    commit,
  };
  const facts = toPullRequestFacts(whole, around);
  return { kind: 'seen', facts, light: digestLightNode(node) };
}

// What is missing then has a meaning of its own: no such place, or a list that is not complete.
function isHarmless(error: GraphqlError): boolean {
  return harmless.has(String(error.path?.[0])) || isOfSuites(error);
}

const checkPaths = new Set(['checks', 'statusCheckRollup']);
const harmless = new Set(['headRepository', 'headRepositoryOwner', ...checkPaths]);

async function readAllChecks(
  client: GitHubClient,
  access: RepositoryAccess,
  { node, errors }: { readonly node: FullNode; readonly errors: readonly GraphqlError[] },
): Promise<AllChecks> {
  const isHidden = hidesChecks(errors.filter(({ path }) => checkPaths.has(String(path?.[0]))));
  const first = node.checks?.contexts;
  if (first === undefined) return { contexts: [], complete: !isHidden };
  const { id, headRefOid: headSha } = node;
  const all = await readRestOfChecks(client, access, { id, headSha, first });
  return { ...all, complete: all.complete && !isHidden };
}

/** What one query brought of the suites of a head. */
interface FirstSuites {
  readonly id: string;
  readonly headSha: Sha;
  readonly first: SuitePage;
  /** Of the whole pull request. */
  readonly errors: readonly GraphqlError[];
}

/** All suites of a head, those without any check too. */
async function readAllSuites(
  client: GitHubClient,
  access: RepositoryAccess,
  { id, headSha, first, errors }: FirstSuites,
): Promise<AllPages<SuiteNode>> {
  if (!first) return { nodes: [], complete: false };
  const all = await readPages(first, async (after: string) => {
    const query = { document: moreSuites, variables: { id, after } };
    const { data, errors: more } = await client.graphql(query, access);
    const commit = answer.parse(data).node?.commits.nodes.at(-1)?.commit;
    if (commit?.oid !== headSha || hidesChecks(more)) return undefined;
    return commit.checkSuites ?? undefined;
  });
  return { ...all, complete: all.complete && !hidesChecks(errors.filter(isOfSuites)) };
}

/** Whether an error is about the suites of a head, and nothing else. */
function isOfSuites({ path }: GraphqlError): boolean {
  return path?.[0] === 'commits' && path.includes('checkSuites');
}

const answer = z.object({
  node: z
    .object({
      commits: z.object({
        nodes: z.array(z.object({ commit: z.object({ oid: z.string(), checkSuites: suitePage }) })),
      }),
    })
    .nullable(),
});
