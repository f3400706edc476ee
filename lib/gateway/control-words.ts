import * as z from 'zod';
import { method } from '#base/method.ts';
import { cost } from '#model/cost.ts';
import { agentTrouble } from '#repair/rules/session/agent-trouble.ts';
import type { Seals } from '#worker/needs/seals.ts';
import { providers } from '#model/provider.ts';

const token = z.string().describe('That of an access.');

/** What a supervisor may ask of a gateway that runs beside it. */
export const controlMethods = {
  // Its seal is the whole answer: it shows that the key is known.
  prove: method('prove', { parameters: [], request: z.object({}), response: z.object({}) }),
  begin: method('begin', {
    parameters: ['secret'],
    request: z.object({ secret: z.string().min(1).describe('That of the session.') }),
    response: z.object({ providers: z.array(z.enum(providers)).readonly() }),
  }),
  open: method('open', {
    request: z.object({ attempt: z.string(), pullRequest: z.string(), month: z.string() }),
    response: z.object({ token }),
  }),
  cost: method('cost', { parameters: ['token'], request: z.object({ token }), response: cost }),
  trouble: method('trouble', {
    parameters: ['token'],
    request: z.object({ token }),
    response: z.object({ trouble: agentTrouble.optional() }),
  }),
  close: method('close', { parameters: ['token'], request: z.object({ token }), response: cost }),
};

/** All containers of a task share one network, in which nothing else listens here. */
export const gatewayPort = 8765;

export const gatewayOrigin = `http://127.0.0.1:${gatewayPort}`;

/** Both containers of a task know its capability, and nothing that runs in them as another user does. */
export function controlKey(seals: Pick<Seals, 'make'>, capability: string): string {
  return seals.make('the control of the gateway', capability);
}

/** What is sealed of a request; its number makes each of them another. */
export function requestText(number: string, name: string, body: string): string {
  return `asked ${number} ${name} ${body}`;
}

/** What is sealed of the answer to it. */
export function responseText(number: string, status: number, body: string): string {
  return `told ${number} ${status} ${body}`;
}

export const numberHeader = 'x-ratchetr-number';
export const sealHeader = 'x-ratchetr-seal';
export const controlPath = '/control/';
