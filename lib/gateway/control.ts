import type { IncomingMessage, ServerResponse } from 'node:http';
import { callServer, rowNamed, type ServerOf } from '#base/method.ts';
import type { GatewayAccess } from '#repair/needs/model-gateway.ts';
import type { Seals } from '#worker/needs/seals.ts';
import type { Provider } from '#model/provider.ts';
import type { SpendingAccounts } from './needs/spending.ts';
import {
  controlMethods,
  controlPath,
  numberHeader,
  requestText,
  responseText,
  sealHeader,
} from './control-words.ts';
import { readRequestBody } from './request-body.ts';

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
  const served = createControlMethods(control, open);
  return async (incoming, outgoing) => {
    const name = (incoming.url ?? '').slice(controlPath.length);
    const number = readHeader(incoming, numberHeader);
    const body = (await readRequestBody(incoming, mostBytes))?.toString() ?? '';
    const seal = readHeader(incoming, sealHeader);
    const isTheirs = seals.verify(requestText(number, name, body), seal, key);
    // A request is obeyed once: a repetition may come from code that recorded it.
    if (incoming.method !== 'POST' || !isTheirs || numbers.has(number)) {
      outgoing.writeHead(401).end();
      return;
    }
    numbers.add(number);
    const { status, response } = await answerControlRequest(served, name, body);
    const text = JSON.stringify(response);
    const sealed = seals.make(responseText(number, status, text), key);
    outgoing.writeHead(status, { 'content-type': 'application/json', [sealHeader]: sealed });
    outgoing.end(text);
  };
}

type ControlMethods = ServerOf<typeof controlMethods>;

function createControlMethods(
  { providers, begin }: GatewayControl,
  open: (accounts: SpendingAccounts) => GatewayAccess,
): ControlMethods {
  const opened = new Map<string, GatewayAccess>();
  const find = (token: string): GatewayAccess => {
    const access = opened.get(token);
    if (access === undefined) throw new Error('The token belongs to no open access');
    return access;
  };
  return {
    prove: async () => ({}),
    begin: async (secret) => {
      begin(secret);
      return { providers };
    },
    open: async (accounts) => {
      const access = open(accounts);
      opened.set(access.token, access);
      return { token: access.token };
    },
    cost: async (token) => find(token).cost(),
    trouble: async (token) => ({ trouble: await find(token).trouble() }),
    close: async (token) => {
      const access = find(token);
      await access.close();
      return access.cost();
    },
  };
}

interface Answered {
  readonly status: number;
  readonly response: unknown;
}

async function answerControlRequest(
  server: ControlMethods,
  name: string,
  body: string,
): Promise<Answered> {
  const row = rowNamed(controlMethods, name);
  if (row === undefined) return { status: 404, response: { reason: `There is no ${name}` } };
  try {
    const request = row.method.request.parse(JSON.parse(body));
    return { status: 200, response: await callServer(server, row, request) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'It failed';
    return { status: 400, response: { reason } };
  }
}

function readHeader({ headers }: IncomingMessage, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
