import type * as z from 'zod';
import { callServer, type MethodRow, rowNamed } from '#base/method.ts';
import { type Capability, readToken, type Token } from '#repair/rules/session/capability.ts';
import { jsonProblem } from './rules/protocol/bounds.ts';
import type { runMethods } from './rules/protocol/run-methods.ts';
import type { WorkerMethod } from './rules/protocol/worker-method.ts';
import { workerProtocol } from './rules/protocol/worker-protocol.ts';
import { type Answer, refused, type Refused } from './serve/answer.ts';
import { artifactHandlers, eventHandlers } from './serve/artifact-handlers.ts';
import { brokerKey } from './serve/broker-key.ts';
import type { ServeWorkerDeps, Speaker } from './serve/deps.ts';
import { type Handlers, silenced } from './serve/handlers.ts';
import { runHandlers } from './serve/run-handlers.ts';
import { sessionHandlers, start } from './serve/session-handlers.ts';
import { spendingHandlers } from './serve/spending-handlers.ts';

const { start: startMethod, ...session } = workerProtocol.session;
const { runs, artifacts, events, spending } = workerProtocol;
const methods = { ...session, ...runs, ...artifacts, ...events, ...spending };

/** What has no handler here is passed on to the store of runs. */
const handlers: Handlers<Omit<typeof methods, keyof typeof runMethods>> &
  Partial<Handlers<typeof runMethods>> = {
  ...sessionHandlers,
  ...runHandlers,
  ...artifactHandlers,
  ...eventHandlers,
  ...spendingHandlers,
};

/** What a worker is let in for: one method, for the run of its token. */
export interface Admitted {
  readonly serve: (body: unknown) => Promise<Answer<unknown>>;
}

/** Lets in a worker with a token that was made here, is not over, and is of the kind that the method takes. */
export async function admitWorker(
  deps: ServeWorkerDeps,
  { method: name, token }: { readonly method: string; readonly token: string },
): Promise<Admitted | Refused> {
  const row = rowNamed<WorkerMethod>(methods, name);
  if (row === undefined && name !== startMethod.name) {
    return refused('unknown', 'The broker has no such method');
  }
  const read = await checkToken(deps, token);
  if ('refused' in read) return read;
  if (row === undefined) {
    if (read.kind !== 'capability') return refused('unauthorized', 'To start takes a capability');
    return { serve: (body) => startWith(deps, read, body) };
  }
  if (read.kind !== 'secret') {
    return refused('unauthorized', 'A capability is good for a start alone; it gives a secret');
  }
  return { serve: (body) => serveRow(deps, { row, speaker: read }, body) };
}

async function checkToken(deps: ServeWorkerDeps, token: string): Promise<Token | Refused> {
  const read = readToken(token);
  const key = await brokerKey(deps);
  if (read === undefined || !deps.seals.hold(read.text, read.seal, key)) {
    return refused('unauthorized', 'The token was not made here');
  }
  if (deps.clock.now() < read.expiresAt) return read;
  return refused('unauthorized', 'The time of the token is over');
}

interface Call {
  readonly row: MethodRow<WorkerMethod>;
  readonly speaker: Speaker;
}

/** Nothing is done before all is checked: what was sent, whose run it names, and how that run stands now. */
async function serveRow(
  deps: ServeWorkerDeps,
  { row, speaker }: Call,
  body: unknown,
): Promise<Answer<unknown>> {
  const { key, method } = row;
  const read = readRequest(method, body);
  if ('refused' in read) return read;
  const other = method.runs(read.request).find((run) => run !== speaker.runId);
  if (other !== undefined) return refused('not-yours', `${other} is not the run of this worker`);
  const silence = method.isLast ? undefined : await silenced(deps, speaker);
  if (silence !== undefined) return silence;
  const handle = anyHandlers[key];
  if (handle !== undefined) return handle(deps, speaker, read.request);
  return { response: await callServer(deps.runs, row, read.request) };
}

interface Handling {
  handle(deps: ServeWorkerDeps, speaker: Speaker, request: object): Promise<Answer<unknown>>;
}

// A request was read by the schema of its method before its handler sees it.
const anyHandlers: Readonly<Record<string, Handling['handle'] | undefined>> = handlers;

async function startWith(
  deps: ServeWorkerDeps,
  capability: Capability,
  body: unknown,
): Promise<Answer<unknown>> {
  const read = readRequest(startMethod, body);
  return 'refused' in read ? read : start(deps, capability, read.request);
}

/** What was sent, if it is what the method takes. */
function readRequest<Request extends z.ZodType<object>>(
  { request }: { readonly request: Request },
  body: unknown,
): { readonly request: z.output<Request> } | Refused {
  const problem = jsonProblem(body);
  if (problem !== undefined) return refused('malformed', problem);
  const parsed = request.safeParse(body);
  if (parsed.success) return { request: parsed.data };
  const [first] = parsed.error.issues;
  const path = shortened(first?.path.map(String).join('.') ?? '');
  const what = shortened(first?.message ?? 'not what is expected');
  return refused('malformed', path === '' ? what : `At ${path}: ${what}`);
}

const mostSaid = 300;

/** What a client sent is not sent back at any length. */
function shortened(text: string): string {
  return text.length <= mostSaid ? text : `${text.slice(0, mostSaid)}...`;
}
