import * as z from 'zod';
import type { PullRequest } from '#model/workspace.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { RepositoryAccess } from './access.ts';
import type { GitHubClient } from './client.ts';
import { type Depth, pullRequestsById, pullRequestsByNumber } from './documents.ts';
import { ForgeLater, ForgeUnavailable } from './errors.ts';
import type { GraphqlAnswer, GraphqlError } from './graphql.ts';

/** What became of reading one pull request. */
export type NodeReading =
  /** Not parsed yet; the errors are those below it, their paths too. */
  | { readonly kind: 'node'; readonly node: unknown; readonly errors: readonly GraphqlError[] }
  | { readonly kind: 'gone'; readonly reason: string }
  | { readonly kind: 'later'; readonly at: number; readonly reason: string };

interface BatchInput {
  readonly access: RepositoryAccess;
  readonly depth: Depth;
  readonly pulls: readonly PullRequest[];
}

export interface ReadManyInput extends BatchInput {
  /** At most so many with one query. */
  readonly batch: number;
}

/**
 * Reads pull requests, many at once. A query that is too much for GitHub is halved, down to single pull requests;
 * one that cannot be read is for later, and never one without failures.
 */
export async function readMany(
  client: GitHubClient,
  clock: TimeSource,
  { batch, ...query }: ReadManyInput,
): Promise<ReadonlyMap<number, NodeReading>> {
  const readings = new Map<number, NodeReading>();
  const later = (some: readonly PullRequest[], reason: Omit<Later, 'kind'>): void => {
    for (const { number } of some) readings.set(number, { kind: 'later', ...reason });
  };
  const waiting = splitForQueries(query.pulls, batch);
  let unread = 0;
  for (let asked = waiting.shift(); asked !== undefined; asked = waiting.shift()) {
    try {
      for (const [number, reading] of await queryBatch(client, clock, { ...query, pulls: asked })) {
        readings.set(number, reading);
      }
    } catch (error) {
      if (error instanceof ForgeLater) {
        later([asked, ...waiting].flat(), { at: error.at, reason: error.message });
        return readings;
      }
      if (!(error instanceof ForgeUnavailable)) throw error;
      const at = clock.now() + againMs;
      const reason = { at, reason: error.message };
      if (asked.length > 1) waiting.unshift(...halve(asked));
      else later(asked, reason);
      if (asked.length === 1) unread += 1;
      // Not one could be read: that is no heavy pull request, that is an outage.
      if (unread < 3 || unread < readings.size) continue;
      later(waiting.flat(), reason);
      return readings;
    }
  }
  return readings;
}

type Later = Extract<NodeReading, { kind: 'later' }>;

const againMs = 60_000;

// Those whose ids are known are read by them: that outlives a rename.
function splitForQueries(pulls: readonly PullRequest[], size: number): (readonly PullRequest[])[] {
  const known = pulls.filter(({ nodeId }) => nodeId !== undefined);
  const unknown = pulls.filter(({ nodeId }) => nodeId === undefined);
  return [known, unknown].flatMap((some) =>
    Array.from({ length: Math.ceil(some.length / size) }, (_none, index) =>
      some.slice(index * size, (index + 1) * size),
    ),
  );
}

function halve<Item>(items: readonly Item[]): (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)];
}

async function queryBatch(
  client: GitHubClient,
  clock: TimeSource,
  { access, depth, pulls }: BatchInput,
): Promise<readonly (readonly [number, NodeReading])[]> {
  // Trying a heavy query again would only cost again.
  const tries = pulls.length > 1 ? { tries: 1 } : {};
  const at = clock.now() + againMs;
  const ids = pulls.flatMap(({ nodeId }) => nodeId ?? []);
  if (ids.length === pulls.length) {
    const query = { document: pullRequestsById(depth), variables: { ids }, ...tries };
    const answer = await client.graphql(query, access);
    const { nodes } = byId.parse(answer.data);
    return pulls.map(({ number }, index) => [
      number,
      toNodeReading(nodes[index], errorsBelow(answer, ['nodes', index]), at),
    ]);
  }
  const { owner, name } = access.repository;
  const numbers = pulls.map(({ number }) => number);
  const document = pullRequestsByNumber(depth, numbers);
  const answer = await client.graphql({ document, variables: { owner, name }, ...tries }, access);
  const { repository } = byNumber.parse(answer.data);
  return numbers.map((number) => [
    number,
    toNodeReading(
      repository?.[`p${number}`],
      errorsBelow(answer, ['repository', `p${number}`]),
      at,
    ),
  ]);
}

const byId = z.object({ nodes: z.array(z.unknown()) });
const byNumber = z.object({ repository: z.record(z.string(), z.unknown()).nullable() });

// An error above the pull request is one of it as well.
function errorsBelow(
  { errors }: GraphqlAnswer,
  place: readonly (string | number)[],
): GraphqlError[] {
  return errors.flatMap((error) => {
    const path = error.path ?? [];
    const isOfIt = place.every((step, depth) => depth >= path.length || path[depth] === step);
    return isOfIt ? [{ ...error, path: path.slice(place.length) }] : [];
  });
}

function toNodeReading(node: unknown, errors: readonly GraphqlError[], at: number): NodeReading {
  if (node !== undefined && node !== null) return { kind: 'node', node, errors };
  const [error] = errors;
  const reason = error?.message ?? 'GitHub does not know it any more';
  if (error === undefined || error.type === 'NOT_FOUND') return { kind: 'gone', reason };
  return { kind: 'later', at, reason: `GitHub did not show it: ${reason}` };
}
