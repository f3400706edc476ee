import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Counting } from './counters.ts';
import { type Faults, type RouteFault, takeRouteFault } from './faults.ts';
import { answerGit, isGitPath } from './git-door.ts';
import type { Graphql } from './graphql.ts';
import type { Token } from './identity.ts';
import type { RestWindow } from './limits.ts';
import { answerManifest, isManifestPath } from './manifests.ts';
import { callerOf } from './rest/callers.ts';
import { answerRest, type RestDeps, type RestReply } from './rest/door.ts';
import { writeJson } from './rest/json.ts';
import { Refusal } from './rest/route.ts';

export interface FrontDesk {
  /** Answers one request of whatever kind, faults included; never throws. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>;
}

interface DeskDeps extends Omit<RestDeps, 'pointsLeft'> {
  readonly counters: Counting;
  readonly faults: Faults;
  readonly graphql: Graphql;
  readonly onAnswer: ((answer: RestReply) => void) | undefined;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sorts requests by what they are for. */
export function createFrontDesk(deps: DeskDeps): FrontDesk {
  return {
    async answer(incoming, outgoing) {
      try {
        await answerOne(deps, incoming, outgoing);
      } catch (error) {
        if (incoming.socket.destroyed) return;
        // A defect of this server must be seen where the test runs, not be taken for GitHub's.
        deps.world.background(Promise.reject(error));
        if (outgoing.headersSent) outgoing.destroy();
        else send(outgoing, jsonReply(500, { message: String(error) }));
      }
    },
  };
}

async function answerOne(
  deps: DeskDeps,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { faults } = deps;
  const { method = 'GET' } = incoming;
  const url = new URL(incoming.url ?? '/', deps.site.url);
  if (faults.slowMs > 0) await delay(faults.slowMs);
  const fault = takeRouteFault(faults, `${method} ${url.pathname}`);
  if (faults.down === 'refused' || (fault?.does === 'break' && fault.when !== 'after')) {
    incoming.socket.resetAndDestroy();
    return;
  }
  if (faults.down === '502') return send(outgoing, gatewayPage);
  if (fault !== undefined && fault.when !== 'after') return send(outgoing, faultReply(fault));
  if (isManifestPath(url.pathname)) return answerManifest(deps.world, { incoming, url }, outgoing);
  if (isGitPath(url.pathname)) return answerGit(deps.world, incoming, outgoing);
  const reply = await replyTo(deps, { incoming, method, url });
  if (fault?.does === 'break') incoming.socket.resetAndDestroy();
  else send(outgoing, fault === undefined ? reply : faultReply(fault));
}

async function replyTo(
  deps: DeskDeps,
  request: { readonly incoming: IncomingMessage; readonly method: string; readonly url: URL },
): Promise<Reply> {
  const { incoming, method, url } = request;
  const body = await text(incoming);
  const log = deps.logLinks.read(url.pathname);
  if (log !== undefined)
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: log };
  if (url.pathname.startsWith('/_downloads/')) return { status: 404, headers: {}, body: '' };
  const limited = takeSecondaryLimit(deps.faults);
  if (limited !== undefined) return limited;
  const { authorization, 'if-none-match': ifNoneMatch } = incoming.headers;
  if (url.pathname === '/graphql') return answerGraphql(deps, authorization, body);
  const rest = { ...deps, pointsLeft: (token: Token) => pointsWindow(deps.graphql, token) };
  const reply = await answerRest(rest, { method, url, authorization, ifNoneMatch, body });
  deps.onAnswer?.(reply);
  return reply;
}

async function answerGraphql(
  { world, graphql, counters, faults }: DeskDeps,
  authorization: string | undefined,
  body: string,
): Promise<Reply> {
  try {
    const caller = callerOf(world, authorization);
    if (caller.kind !== 'token')
      throw new Refusal(401, 'This endpoint requires you to be authenticated.');
    const failing = takeGraphqlFault(faults);
    if (failing !== undefined) {
      counters.countGraphql({ points: 1, mutation: false });
      return failing;
    }
    const answer = await graphql.execute(caller.token, JSON.parse(body));
    counters.countGraphql(answer.cost);
    const reply = jsonReply(answer.status, answer.body);
    return { ...reply, headers: { ...reply.headers, ...answer.headers } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const documentation_url = 'https://docs.github.com/graphql';
    return jsonReply(error.status, { message: error.message, documentation_url });
  }
}

function takeGraphqlFault({ graphqlErrors: fault }: Faults): Reply | undefined {
  if (fault.requests <= 0) return undefined;
  fault.requests -= 1;
  return jsonReply(200, { data: null, errors: [{ type: fault.type, message: fault.message }] });
}

function takeSecondaryLimit({ secondaryLimit: fault }: Faults): Reply | undefined {
  if (fault.requests <= 0) return undefined;
  fault.requests -= 1;
  const reply = jsonReply(fault.status, {
    documentation_url:
      'https://docs.github.com/free-pro-team@latest/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits',
    message:
      'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.',
  });
  const { retryAfterSeconds: seconds } = fault;
  if (seconds === undefined) return reply;
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(seconds) } };
}

function pointsWindow(graphql: Graphql, token: Token): RestWindow {
  const { limit, used, remaining, resetsAt } = graphql.points(token);
  return { limit, used, remaining, reset: Math.ceil(resetsAt / 1000) };
}

const gatewayPage: Reply = {
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><title>502 Bad Gateway</title></html>',
};

function faultReply({ does }: RouteFault): Reply {
  if (does === 'break') throw new Error('A broken connection has no answer');
  return { status: does.status, headers: does.headers ?? {}, body: does.body ?? '' };
}

function jsonReply(status: number, body: unknown): Reply {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: writeJson(body) };
}

function send(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  const id = randomUUID().toUpperCase();
  outgoing.writeHead(status, { server: 'github.com', 'x-github-request-id': id, ...headers });
  outgoing.end(body);
}
