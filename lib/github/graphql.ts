import * as z from 'zod';
import type { Metrics } from '#model/needs/metrics.ts';
import type { GitHubAccess } from './access.ts';
import { ForgeUnavailable, requireData } from './errors.ts';
import { type GitHubConnection, withFreshGrant } from './rest.ts';

interface GraphqlQuery {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** 1 where a smaller query is better than the same once more. */
  readonly tries?: number;
}

const graphqlError = z.object({
  type: z.string().optional(),
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
});
export type GraphqlError = z.infer<typeof graphqlError>;

/** Errors may stand beside data: then what they name is missing there. */
export interface GraphqlAnswer {
  readonly data: unknown;
  readonly errors: readonly GraphqlError[];
}

export type Graphql = (query: GraphqlQuery, access: GitHubAccess) => Promise<GraphqlAnswer>;

/** Asks the GraphQL API. A mutation is never sent twice. */
export function createGraphql(
  { server, grants, send }: GitHubConnection,
  metrics: Metrics,
): Graphql {
  return async ({ document, variables, tries }, access) => {
    const answer = await withFreshGrant({ grants, access }, (grant) =>
      send({
        ...grant,
        method: 'POST',
        url: server.graphqlUrl,
        headers: { 'content-type': 'application/json', 'user-agent': 'ratchetr' },
        body: JSON.stringify({ query: document, variables }),
        resource: 'graphql',
        repeatable: !/^\s*mutation\b/.test(document),
        tries,
      }),
    );
    const { data, errors } = parseEnvelope(requireData(answer, 'answer a query'));
    const cost = z.object({ rateLimit: z.object({ cost: z.number() }) }).safeParse(data).data;
    if (cost !== undefined) metrics.count('github_points', cost.rateLimit.cost);
    throwIfBroken({ data, errors });
    return { data, errors };
  };
}

const envelope = z.object({
  data: z.unknown().optional(),
  errors: z.array(graphqlError).default([]),
});

function parseEnvelope(body: unknown): GraphqlAnswer {
  const parsed = envelope.safeParse(body);
  if (parsed.success) return { ...parsed.data, data: parsed.data.data };
  throw new ForgeUnavailable('GitHub answered a query with something that is no answer to it');
}

// A query that was too much for GitHub is answered with status 200 as well.
function throwIfBroken({ data, errors }: GraphqlAnswer): void {
  const isNothing = data === undefined || data === null;
  const broken = errors.find(
    ({ type, message }) =>
      type === 'RESOURCE_LIMITS_EXCEEDED' || /something went wrong|timed? ?out/i.test(message),
  );
  const cause = broken?.message ?? (isNothing ? (errors[0]?.message ?? 'it is empty') : undefined);
  if (cause === undefined) return;
  throw new ForgeUnavailable(`GitHub did not run a query: ${cause.slice(0, 300)}`);
}
