import {
  execute,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import type { DocumentNode, FragmentDefinitionNode } from 'graphql';
import * as z from 'zod';
import { costOf } from './graphql/cost.ts';
import type { Costed, QueryCost } from './graphql/cost.ts';
import { createMeter } from './graphql/meter.ts';
import type { GraphqlLimits, Meter, Points } from './graphql/meter.ts';
import { problem, problemBody } from './graphql/problem.ts';
import { resolveField, resolveType } from './graphql/resolve.ts';
import { githubSchema } from './graphql/schema.ts';
import type { Token } from './identity.ts';
import type { World } from './world.ts';

export interface GraphqlOptions {
  /** Root of the addresses that people open. */
  readonly webUrl?: string;
  readonly pointsPerHour?: number;
}

export interface Graphql {
  /** Changeable at any time. */
  readonly limits: GraphqlLimits;
  /** What is left to the owner of a token. */
  readonly points: (token: Token) => Points;
  /** Carries out a request; `body` is the parsed JSON of it. */
  readonly execute: (token: Token, body: unknown) => Promise<GraphqlAnswer>;
}

interface GraphqlAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** What was charged. */
  readonly cost: {
    readonly points: number;
    /** Requests for connections, from which the points come. */
    readonly requests: number;
    readonly mutation: boolean;
  };
}

/** GitHub's GraphQL interface over a world. */
export function createGraphql(world: World, options: GraphqlOptions = {}): Graphql {
  const limits: GraphqlLimits = { pointsPerHour: options.pointsPerHour ?? 5000, nodes: 500_000 };
  const meter = createMeter(world, limits);
  const site = { world, limits, meter, webUrl: options.webUrl ?? 'https://github.com' };
  return {
    limits,
    points: (token) => meter.read(token),
    execute: (token, body) => answer({ ...site, token }, body),
  };
}

interface Asking {
  readonly world: World;
  readonly token: Token;
  readonly limits: GraphqlLimits;
  readonly meter: Meter;
  readonly webUrl: string;
}

const requestShape = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

async function answer(asking: Asking, body: unknown): Promise<GraphqlAnswer> {
  const request = requestShape.safeParse(body);
  if (!request.success) {
    return {
      ...free(asking, { message: 'A query attribute must be specified and must be a string.' }),
      status: 400,
    };
  }
  const prepared = prepare(request.data);
  if (!('document' in prepared)) return free(asking, { errors: prepared.map(problemBody) });
  try {
    const cost = costOf(prepared);
    checkNodes(cost, asking.limits);
    return await carryOut(asking, prepared, cost);
  } catch (error) {
    if (error instanceof GraphQLError) return free(asking, { errors: [problemBody(error)] });
    throw error;
  }
}

interface Prepared extends Costed {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
}

function prepare(request: z.infer<typeof requestShape>): Prepared | readonly GraphQLError[] {
  const schema = githubSchema();
  const document = parsed(request.query);
  if (document instanceof GraphQLError) return [document];
  const problems = validate(schema, document, specifiedRules);
  if (problems.length > 0) return problems;
  const operationName = request.operationName ?? undefined;
  const operation = getOperationAST(document, operationName);
  if (!operation) return [new GraphQLError('An operation name is required')];
  const given = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    request.variables ?? {},
  );
  if (given.errors) return given.errors;
  const fragments = fragmentsOf(document);
  return { schema, document, operation, operationName, fragments, variables: given.coerced };
}

// Programs send the same few documents over and over.
const documents = new Map<string, DocumentNode | GraphQLError>();

function parsed(query: string): DocumentNode | GraphQLError {
  const known = documents.get(query) ?? parseOnce(query);
  documents.set(query, known);
  return known;
}

function parseOnce(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

function fragmentsOf({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> {
  const fragments = definitions.filter(
    (definition) => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

function checkNodes(cost: QueryCost, limits: GraphqlLimits): void {
  if (cost.nodes <= limits.nodes) return;
  const words = `This query requests up to ${cost.nodes} possible nodes which exceeds the maximum limit of ${limits.nodes}.`;
  throw problem('MAX_NODE_LIMIT_EXCEEDED', words);
}

async function carryOut(
  asking: Asking,
  prepared: Prepared,
  cost: QueryCost,
): Promise<GraphqlAnswer> {
  const { world, token, webUrl, meter } = asking;
  const points = meter.charge(token, cost.points);
  if (!points) return free(asking, { errors: [problemBody(exceeded(token))] });
  const { data, errors } = await execute({
    schema: prepared.schema,
    document: prepared.document,
    operationName: prepared.operationName,
    variableValues: prepared.variables,
    contextValue: { world, token, webUrl, cost, points },
    fieldResolver: resolveField,
    typeResolver: resolveType,
  });
  const mutation = prepared.operation.operation === OperationTypeNode.MUTATION;
  return {
    status: 200,
    body: { data, ...(errors && { errors: errors.map(problemBody) }) },
    headers: headersOf(points),
    cost: { points: cost.points, requests: cost.requests, mutation },
  };
}

function exceeded(token: Token): GraphQLError {
  const who =
    token.kind === 'user' ? `user ID ${token.user.id}` : `installation ID ${token.installation.id}`;
  return problem('RATE_LIMITED', `API rate limit exceeded for ${who}.`);
}

function free({ meter, token }: Asking, body: unknown): GraphqlAnswer {
  const headers = headersOf(meter.read(token));
  return { status: 200, body, headers, cost: { points: 0, requests: 0, mutation: false } };
}

function headersOf(points: Points): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(points.limit),
    'x-ratelimit-used': String(points.used),
    'x-ratelimit-remaining': String(points.remaining),
    'x-ratelimit-reset': String(Math.ceil(points.resetsAt / 1000)),
    'x-ratelimit-resource': 'graphql',
  };
}
