import type * as z from 'zod';
import { callServer, type MethodRow, rowNamed } from '#base/method.ts';
import { ok, refuse } from '#base/outcome.ts';
import { type Capability, parseToken, type Token } from '#repair/rules/session/capability.ts';
import { jsonProblem } from './rules/protocol/bounds.ts';
import type { runMethods } from './rules/protocol/run-methods.ts';
import type { WorkerMethod } from './rules/protocol/worker-method.ts';
import { workerProtocol } from './rules/protocol/worker-protocol.ts';
import { artifactHandlers, eventHandlers } from './serve/artifact-handlers.ts';
import { brokerKey } from './serve/broker-key.ts';
import type { BrokerServices, Speaker } from './serve/services.ts';
import { type BrokerOutcome, type Handlers, refuseSilenced } from './serve/handlers.ts';
import { runHandlers } from './serve/run-handlers.ts';
import { sessionHandlers, exchangeCapability } from './serve/session-handlers.ts';
import { spendingHandlers } from './serve/spending-handlers.ts';

const { start: startMethod, ...session } = workerProtocol.session;
const { runs, artifacts, events, spending } = workerProtocol;
const methods = { ...session, ...runs, ...artifacts, ...events, ...spending };

/** What has no handler here is forwarded to the store of runs. */
const handlers: Handlers<Omit<typeof methods, keyof typeof runMethods>> &
  Partial<Handlers<typeof runMethods>> = {
  ...sessionHandlers,
  ...runHandlers,
  ...artifactHandlers,
  ...eventHandlers,
  ...spendingHandlers,
};

/** A call that was admitted: one method, for the run of the token. */
type Serve = (body: unknown) => Promise<BrokerOutcome<unknown>>;

/** Admits a worker whose token was issued here, has not expired, and is of the kind that the method takes. */
export async function admitWorker(
  deps: BrokerServices,
  { method: name, token: shown }: { readonly method: string; readonly token: string },
): Promise<BrokerOutcome<Serve>> {
  const row = rowNamed<WorkerMethod>(methods, name);
  if (row === undefined && name !== startMethod.name) {
    return refuse('unknown', 'The broker has no such method');
  }
  const read = await checkToken(deps, shown);
  if (read.kind === 'refused') return read;
  const { value: token } = read;
  if (row === undefined) {
    if (token.kind !== 'capability') return refuse('unauthorized', 'Starting takes a capability');
    return ok((body) => startWith(deps, token, body));
  }
  if (token.kind !== 'secret') {
    return refuse(
      'unauthorized',
      'A capability is for starting alone: use the secret that the start returned',
    );
  }
  return ok((body) => serveRow(deps, { row, speaker: token }, body));
}

async function checkToken(deps: BrokerServices, token: string): Promise<BrokerOutcome<Token>> {
  const read = parseToken(token);
  const key = await brokerKey(deps.secrets);
  if (read === undefined || !deps.seals.verify(read.text, read.seal, key)) {
    return refuse('unauthorized', 'The token was not issued by this broker');
  }
  if (deps.clock.now() < read.expiresAt) return ok(read);
  return refuse('unauthorized', 'The token has expired');
}

interface Call {
  readonly row: MethodRow<WorkerMethod>;
  readonly speaker: Speaker;
}

/** Serves a request only after all checks: its form, the run that it names, and the state of that run. */
async function serveRow(
  deps: BrokerServices,
  { row, speaker }: Call,
  body: unknown,
): Promise<BrokerOutcome<unknown>> {
  const { key, method } = row;
  const read = parseRequest(method, body);
  if (read.kind === 'refused') return read;
  const other = method.runs(read.value).find((run) => run !== speaker.runId);
  if (other !== undefined) return refuse('not-yours', `${other} is not the run of this worker`);
  const silence = method.isLast ? undefined : await refuseSilenced(deps, speaker);
  if (silence !== undefined) return silence;
  const handle = anyHandlers[key];
  if (handle !== undefined) return handle(deps, speaker, read.value);
  return ok(await callServer(deps.runs, row, read.value));
}

interface Handling {
  handle(deps: BrokerServices, speaker: Speaker, request: object): Promise<BrokerOutcome<unknown>>;
}

// A request was read by the schema of its method before its handler sees it.
const anyHandlers: Readonly<Record<string, Handling['handle'] | undefined>> = handlers;

async function startWith(
  deps: BrokerServices,
  capability: Capability,
  body: unknown,
): Promise<BrokerOutcome<unknown>> {
  const read = parseRequest(startMethod, body);
  return read.kind === 'refused' ? read : exchangeCapability(deps, capability, read.value);
}

/** What was sent, if it is what the method takes. */
function parseRequest<Request extends z.ZodType<object>>(
  { request }: { readonly request: Request },
  body: unknown,
): BrokerOutcome<z.output<Request>> {
  const problem = jsonProblem(body);
  if (problem !== undefined) return refuse('malformed', problem);
  const parsed = request.safeParse(body);
  if (parsed.success) return ok(parsed.data);
  const [first] = parsed.error.issues;
  const path = shortenEcho(first?.path.map(String).join('.') ?? '');
  const what = shortenEcho(first?.message ?? 'not what is expected');
  return refuse('malformed', path === '' ? what : `At ${path}: ${what}`);
}

const mostSaid = 300;

/** The text of a client is sent back only up to a limit. */
function shortenEcho(text: string): string {
  return text.length <= mostSaid ? text : `${text.slice(0, mostSaid)}...`;
}
