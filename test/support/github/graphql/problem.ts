import { GraphQLError } from 'graphql';

export type ProblemType =
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'STALE_DATA'
  | 'UNPROCESSABLE'
  | 'RATE_LIMITED'
  | 'NOT_MODELLED'
  | 'MISSING_PAGINATION_BOUNDARIES'
  | 'EXCESSIVE_PAGINATION'
  | 'MAX_NODE_LIMIT_EXCEEDED';

/** An error as GitHub's GraphQL gives them: with a type beside the message. */
export function problem(type: ProblemType, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

/** GitHub has it, but this double would have to invent it, so it refuses to answer. */
export function notModelled(what: string): GraphQLError {
  return problem(
    'NOT_MODELLED',
    `The GitHub double does not model ${what}; add it to its resolvers`,
  );
}

/** An error in the shape in which it is sent. */
export function problemBody(error: GraphQLError): Readonly<Record<string, unknown>> {
  const { extensions, ...shown } = error.toJSON();
  return { ...(extensions?.['type'] !== undefined && { type: extensions['type'] }), ...shown };
}
