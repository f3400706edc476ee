import { createHash } from 'node:crypto';
import type { Counting } from '../counters.ts';
import type { Token } from '../identity.ts';
import type { Limits, RestMeter, RestWindow } from '../limits.ts';
import { checkRequest, described } from '../openapi/check.ts';
import type { Site } from '../shapes/site.ts';
import type { Webhooks } from '../webhooks.ts';
import type { World } from '../world.ts';
import { callerOf } from './callers.ts';
import { writeJson } from './json.ts';
import type { LogLinks } from './log-links.ts';
import { type Answer, type Caller, type FieldError, Refusal } from './route.ts';
import { findRoute, type Match } from './routes.ts';

const DOCS = 'https://docs.github.com/rest';

export interface RestDeps {
  readonly world: World;
  readonly site: Site;
  readonly limits: Limits;
  readonly meter: RestMeter;
  readonly counters: Counting;
  readonly logLinks: LogLinks;
  readonly webhooks: Webhooks;
  /** What is left of the GraphQL points of a token's owner. */
  readonly pointsLeft: (token: Token) => RestWindow;
}

export interface RestRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
  readonly ifNoneMatch: string | undefined;
  readonly body: string;
}

export interface RestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The operation that it was, where there is one. */
  readonly operation: string | undefined;
}

/** Answers one request of the REST API, whatever it is. */
export async function answerRest(deps: RestDeps, request: RestRequest): Promise<RestReply> {
  const match = findRoute(request.method, request.url.pathname);
  const operation = match && `${match.route.method} ${match.route.path}`;
  deps.counters.countRest(operation ?? `${request.method} ${request.url.pathname}`);
  try {
    const caller = callerOf(deps.world, request.authorization);
    refuseSpentLimit(deps, caller);
    if (match === undefined) throw new Refusal(404, 'Not Found');
    const answer = await answerMatch(deps, { ...request, match, caller });
    return finish(deps, { request, caller, answer, operation });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(deps, { request, error, operation });
  }
}

async function answerMatch(
  deps: RestDeps,
  asked: RestRequest & { readonly match: Match; readonly caller: Caller },
): Promise<Answer> {
  const { match, caller, url, body: sent } = asked;
  const body = sent === '' ? undefined : jsonOf(sent);
  const operation = `${match.route.method} ${match.route.path}`;
  const complaints = checkRequest({ operation, query: url.searchParams, body });
  if (complaints.length > 0) {
    const words = complaints.map(({ field, message }) => `"${field}" ${message}`).join('\n');
    const fields = complaints.map((complaint) => ({ resource: 'Request', ...complaint }));
    throw new Refusal(422, `Invalid request.\n\n${words}`, fields);
  }
  const { pathname, searchParams: query } = url;
  const redeliver = (delivery: Parameters<Webhooks['redeliver']>[0]) =>
    deps.webhooks.redeliver(delivery);
  return match.route.answer({
    ...deps,
    caller,
    pathname,
    path: match.path,
    query,
    body,
    redeliver,
  });
}

function finish(
  deps: RestDeps,
  given: {
    readonly request: RestRequest;
    readonly caller: Caller;
    readonly answer: Answer;
    readonly operation: string | undefined;
  },
): RestReply {
  const { request, caller, answer, operation } = given;
  const text = answer.body === undefined ? '' : writeJson(answer.body);
  const etag = request.method === 'GET' && answer.status === 200 ? etagOf(text) : undefined;
  const same = etag !== undefined && (request.ifNoneMatch ?? '').split(/, */).includes(etag);
  // An answer that has not changed is free, but only for who signs in.
  const free = operation === 'GET /rate_limit' || (same && caller.kind !== 'nobody');
  if (same) deps.counters.countNotModified();
  const headers = {
    ...limitHeaders(deps, caller, free ? 0 : 1),
    ...scopeHeader(caller),
    ...(etag !== undefined && { etag, 'cache-control': 'private, max-age=60, s-maxage=60' }),
    ...answer.headers,
  };
  if (same) return { status: 304, headers, body: '', operation };
  return {
    status: answer.status,
    headers: { ...typeHeader(text), ...headers },
    body: text,
    operation,
  };
}

function refused(
  deps: RestDeps,
  given: {
    readonly request: RestRequest;
    readonly error: Refusal;
    readonly operation: string | undefined;
  },
): RestReply {
  const { request, error, operation } = given;
  const documentation = (operation && described.operations[operation]?.docs) ?? DOCS;
  const body = writeJson(errorBody(error, documentation));
  const headers = { ...typeHeader(body), ...limitHeaders(deps, callerOrNobody(deps, request), 1) };
  return { status: error.status, headers, body, operation };
}

function errorBody(error: Refusal, documentation_url: string) {
  const errors: readonly FieldError[] = error.fields;
  const status = String(error.status);
  const { message } = error;
  return { message, ...(errors.length > 0 && { errors }), documentation_url, status };
}

function callerOrNobody({ world }: RestDeps, { authorization }: RestRequest): Caller {
  try {
    return callerOf(world, authorization);
  } catch {
    return { kind: 'nobody' };
  }
}

function refuseSpentLimit({ meter }: RestDeps, caller: Caller): void {
  if (caller.kind !== 'token' || meter.read(caller.token).remaining > 0) return;
  const { token } = caller;
  const who =
    token.kind === 'user' ? `user ID ${token.user.id}` : `installation ID ${token.installation.id}`;
  throw new Refusal(403, `API rate limit exceeded for ${who}.`);
}

function limitHeaders({ meter }: RestDeps, caller: Caller, cost: number): Record<string, string> {
  if (caller.kind !== 'token') return {};
  const { limit, remaining, reset, used } = meter.read(caller.token, cost);
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-used': String(used),
    'x-ratelimit-resource': 'core',
  };
}

/** Tells a classic token what it may do; other tokens learn nothing here. */
function scopeHeader(caller: Caller): Record<string, string> {
  if (caller.kind !== 'token' || caller.token.kind !== 'user') return {};
  const { permissions, scopes } = caller.token;
  return permissions === undefined ? { 'x-oauth-scopes': scopes.join(', ') } : {};
}

function typeHeader(body: string): Record<string, string> {
  return body === '' ? {} : { 'content-type': 'application/json; charset=utf-8' };
}

function etagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('hex')}"`;
}

function jsonOf(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    throw new Refusal(400, 'Problems parsing JSON');
  }
}
