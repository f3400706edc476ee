import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import type { Verb } from '#base/verb.ts';
import type { GatewayAccess } from '#repair/needs/model-gateway.ts';
import type { Seals } from '#worker/needs/seals.ts';
import type { SpendingAccounts } from './needs/spending.ts';
import {
  askedText,
  controlPath,
  controlVerbs,
  numberHeader,
  sealHeader,
  toldText,
} from './control-words.ts';
import { readBody } from './request-body.ts';
import type { Provider } from './routes.ts';

/** Who may open accesses from another container, and what the gateway is told by it. */
export interface GatewayControl {
  readonly seals: Seals;
  readonly key: string;
  /** Those whose keys are there. */
  readonly providers: readonly Provider[];
  /** The session has begun; this is its secret. */
  readonly begin: (secret: string) => void;
}

export type ControlServer = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>;

const mostBytes = 64 * 1024;

/** Serves the supervisor alone: every request and every answer carries a seal, so that the key itself never travels. */
export function createControlServer(
  control: GatewayControl,
  open: (accounts: SpendingAccounts) => GatewayAccess,
): ControlServer {
  const { seals, key } = control;
  const numbers = new Set<string>();
  const handlers = handlersFor(control, open);
  return async (incoming, outgoing) => {
    const verb = (incoming.url ?? '').slice(controlPath.length);
    const number = headerOf(incoming, numberHeader);
    const body = (await readBody(incoming, mostBytes))?.toString() ?? '';
    const seal = headerOf(incoming, sealHeader);
    const isTheirs = seals.hold(askedText(number, verb, body), seal, key);
    // What was heard once is not obeyed again, whoever repeats it.
    if (incoming.method !== 'POST' || !isTheirs || numbers.has(number)) {
      outgoing.writeHead(401).end();
      return;
    }
    numbers.add(number);
    const { status, told } = await answer(handlers, verb, body);
    const text = JSON.stringify(told);
    const sealed = seals.make(toldText(number, status, text), key);
    outgoing.writeHead(status, { 'content-type': 'application/json', [sealHeader]: sealed });
    outgoing.end(text);
  };
}

interface Handler {
  readonly name: string;
  readonly serve: (body: string) => Promise<unknown>;
}

function handler<Asked extends z.ZodType, Told extends z.ZodType>(
  { name, asked }: Verb<Asked, Told>,
  serve: (asked: z.output<Asked>) => Promise<z.input<Told>>,
): Handler {
  return { name, serve: async (body) => serve(asked.parse(JSON.parse(body))) };
}

function handlersFor(
  { providers, begin }: GatewayControl,
  open: (accounts: SpendingAccounts) => GatewayAccess,
): readonly Handler[] {
  const opened = new Map<string, GatewayAccess>();
  const find = (token: string): GatewayAccess => {
    const access = opened.get(token);
    if (access === undefined) throw new Error('No access has this token');
    return access;
  };
  return [
    handler(controlVerbs.prove, async () => ({})),
    handler(controlVerbs.begin, async ({ secret }) => {
      begin(secret);
      return { providers };
    }),
    handler(controlVerbs.open, async (accounts) => {
      const access = open(accounts);
      opened.set(access.token, access);
      return { token: access.token };
    }),
    handler(controlVerbs.cost, async ({ token }) => find(token).cost()),
    handler(controlVerbs.trouble, async ({ token }) => ({ trouble: await find(token).trouble() })),
    handler(controlVerbs.close, async ({ token }) => {
      const access = find(token);
      await access.close();
      return access.cost();
    }),
  ];
}

interface Answered {
  readonly status: number;
  readonly told: unknown;
}

async function answer(handlers: readonly Handler[], verb: string, body: string): Promise<Answered> {
  const found = handlers.find(({ name }) => name === verb);
  if (found === undefined) return { status: 404, told: { reason: `There is no ${verb}` } };
  try {
    return { status: 200, told: await found.serve(body) };
  } catch (error) {
    return { status: 400, told: { reason: error instanceof Error ? error.message : 'It failed' } };
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
