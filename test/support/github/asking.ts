import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGraphql } from './graphql.ts';
import type { Graphql } from './graphql.ts';
import type { Token } from './identity.ts';
import type { World } from './world.ts';

/** A question to the GraphQL interface, with its answer as plain JSON. */
export type Ask = (
  query: string,
  variables?: Readonly<Record<string, unknown>>,
  operationName?: string,
) => Promise<Answered>;

interface Answered {
  /** What lies at a path of the data, `repository.pullRequest.title`. */
  at(path: string): unknown;
  readonly errors: readonly Readonly<Record<string, unknown>>[];
  readonly points: number;
  readonly requests: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks in the name of a token. */
export function askAs(world: World, token: Token, graphql: Graphql = createGraphql(world)): Ask {
  return async (query, variables = {}, operationName) => {
    const answer = await graphql.execute(token, { query, variables, operationName });
    const body: unknown = JSON.parse(JSON.stringify(answer.body));
    const errors = valueAt(body, ['errors']);
    return {
      at: (path) => valueAt(body, ['data', ...path.split('.')]),
      errors: Array.isArray(errors) ? errors : [],
      points: answer.cost.points,
      requests: answer.cost.requests,
      headers: answer.headers,
    };
  };
}

/** The text of a recorded document. */
export function documentText(name: 'pull-batch' | 'pull-light'): string {
  const folder = join(import.meta.dirname, '../../fixtures/github');
  return readFileSync(join(folder, `${name}.graphql`), 'utf8');
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return valueAt(Object.entries(value).find(([key]) => key === name)?.[1], rest);
}
