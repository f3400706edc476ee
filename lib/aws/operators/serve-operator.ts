import * as z from 'zod';
import { callServer, type Method, rowNamed, type ServerOf } from '#base/method.ts';
import type { Log } from '#base/needs/log.ts';
import { packReply, type Reply } from './reply.ts';
import { operatorMethods, stackMethods } from '#ratchet/rules/operators/operator-methods.ts';

/** What is asked of a deployment as such. */
export type Deployment = ServerOf<typeof stackMethods>;

export interface OperatorServices {
  readonly log: Log;
  readonly server: ServerOf<typeof operatorMethods> & Deployment;
}

const request = z.object({ verb: z.string().max(40), input: z.unknown() });

type OperatorMethod = Method & { readonly isOrder?: true };
const methods: Readonly<Record<string, OperatorMethod>> = { ...operatorMethods, ...stackMethods };

/** Answers one request of an operator. An error becomes a sentence; only the log says where it happened. */
export function createOperatorService({
  log,
  server,
}: OperatorServices): (event: unknown) => Promise<Reply> {
  return async (event) => {
    const read = request.safeParse(event);
    if (!read.success) return { error: 'Send {"verb": ..., "input": {...}}.' };
    const { verb: name, input } = read.data;
    const row = rowNamed(methods, name);
    if (row === undefined) {
      return {
        error: `This deployment has no method ${JSON.stringify(name)}: deploy its new version.`,
      };
    }
    const asked = row.method.request.safeParse(input);
    if (!asked.success) return { error: describeBadInput(name, asked.error) };
    try {
      if (row.method.isOrder) log.info('An operator orders', { order: name, ...asked.data });
      return await packReply(await callServer(server, row, asked.data));
    } catch (error) {
      log.error('An operator could not be answered', { method: name, error });
      return { error: 'The deployment could not do it; the log of its function api says why.' };
    }
  };
}

function describeBadInput(name: string, { issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join('.') ?? '';
  return `${name} got a bad request: ${where} ${issue?.message ?? ''}`.trim();
}
