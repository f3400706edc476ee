import { schema as published } from '@octokit/graphql-schema';
import { buildSchema } from 'graphql';
import type { GraphQLSchema } from 'graphql';

let built: GraphQLSchema | undefined;

/** GitHub's published schema; built at most once in a process, because that takes its time. */
export function githubSchema(): GraphQLSchema {
  built ??= buildSchema(published.idl, { assumeValid: true, noLocation: true });
  return built;
}
