import { jsonProblem } from './rules/protocol/bounds.ts';
import { sessionVerbs } from './rules/protocol/session-verbs.ts';
import { readToken, type Token } from '#repair/rules/session/capability.ts';
import { type Answer, refused, type Refused } from './serve/answer.ts';
import { brokerKey } from './serve/broker-key.ts';
import { byteHandlers } from './serve/byte-handlers.ts';
import type { ServeWorkerDeps } from './serve/deps.ts';
import type { Handler } from './serve/handler.ts';
import { recordHandlers } from './serve/record-handlers.ts';
import { finishHandler, start } from './serve/session-handlers.ts';
import { spendingHandlers } from './serve/spending-handlers.ts';
import { taskHandlers } from './serve/task-handlers.ts';

/** What a worker is let in for: one verb, for the run of its token. */
export interface Admitted {
  readonly serve: (body: unknown) => Promise<Answer<unknown>>;
}

/** Lets in who shows a token that was made here, is not over, and is of the kind that the verb takes. */
export async function admitWorker(
  deps: ServeWorkerDeps,
  { verb, token }: { readonly verb: string; readonly token: string },
): Promise<Admitted | Refused> {
  const handler = handlers.get(verb);
  if (handler === undefined && verb !== sessionVerbs.start.name) {
    return refused('unknown', 'The broker has no such verb');
  }
  const read = await checkToken(deps, token);
  if ('refused' in read) return read;
  if (handler === undefined) {
    if (read.kind !== 'capability') return refused('unauthorized', 'To start takes a capability');
    return { serve: checked((body) => start(deps, read, body)) };
  }
  if (read.kind !== 'secret') {
    return refused('unauthorized', 'A capability is good for a start alone; it gives a secret');
  }
  return { serve: checked((body) => handler(deps, read, body)) };
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

type Serve = Admitted['serve'];

function checked(serve: Serve): Serve {
  return async (body) => {
    const problem = jsonProblem(body);
    return problem === undefined ? serve(body) : refused('malformed', problem);
  };
}

const handlers: ReadonlyMap<string, Handler['serve']> = new Map(
  [
    finishHandler,
    ...Object.values(taskHandlers),
    ...Object.values(recordHandlers),
    ...Object.values(byteHandlers),
    ...Object.values(spendingHandlers),
  ].map(({ name, serve }) => [name, serve]),
);
