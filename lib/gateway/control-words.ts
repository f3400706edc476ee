import * as z from 'zod';
import { verb } from '#base/verb.ts';
import { cost } from '#model/cost.ts';
import { agentTrouble } from '#repair/rules/session/agent-trouble.ts';
import type { Seals } from '#worker/needs/seals.ts';

const token = z.string().describe('That of an access.');

/** What a supervisor may ask of a gateway that runs beside it, and what it is told. */
export const controlVerbs = {
  // Its seal is the whole answer: it shows that the key is known.
  prove: verb('prove', { asked: z.object({}), told: z.object({}) }),
  begin: verb('begin', {
    asked: z.object({ secret: z.string().min(1).describe('That of the session.') }),
    told: z.object({ providers: z.array(z.enum(['anthropic', 'openai'])).readonly() }),
  }),
  open: verb('open', {
    asked: z.object({ attempt: z.string(), pullRequest: z.string(), month: z.string() }),
    told: z.object({ token }),
  }),
  cost: verb('cost', { asked: z.object({ token }), told: cost }),
  trouble: verb('trouble', {
    asked: z.object({ token }),
    told: z.object({ trouble: agentTrouble.optional() }),
  }),
  close: verb('close', { asked: z.object({ token }), told: cost }),
};

/** All containers of a task share one network, in which nothing else listens here. */
export const gatewayPort = 8765;

export const gatewayOrigin = `http://127.0.0.1:${gatewayPort}`;

/** Both containers of a task know its capability, and nothing that runs in them as another user does. */
export function controlKey(seals: Pick<Seals, 'make'>, capability: string): string {
  return seals.make('the control of the gateway', capability);
}

/** What is sealed of a request; its number makes each of them another. */
export function askedText(number: string, name: string, body: string): string {
  return `asked ${number} ${name} ${body}`;
}

/** What is sealed of the answer to it. */
export function toldText(number: string, status: number, body: string): string {
  return `told ${number} ${status} ${body}`;
}

export const numberHeader = 'x-ratchetr-number';
export const sealHeader = 'x-ratchetr-seal';
export const controlPath = '/control/';
