import * as z from 'zod';
import { callServer, type Method, rowNamed, type ServerOf } from '#base/method.ts';
import type { Log } from '#base/needs/log.ts';
import { operatorMethods, stackMethods } from '#ratchet/rules/operators/operator-methods.ts';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** What is asked of a deployment as such. */
export type Deployment = ServerOf<typeof stackMethods>;

export interface OperatorDeps {
  readonly log: Log;
  readonly server: ServerOf<typeof operatorMethods> & Deployment;
}

const request = z.object({ verb: z.string().max(40), input: z.unknown() });

type OperatorMethod = Method & { readonly isOrder?: true };
const methods: Readonly<Record<string, OperatorMethod>> = { ...operatorMethods, ...stackMethods };

/** Answers one request of an operator. Whatever goes wrong is told in a sentence; where it went wrong, only the log says. */
export function createOperatorService({
  log,
  server,
}: OperatorDeps): (event: unknown) => Promise<Reply> {
  return async (event) => {
    const read = request.safeParse(event);
    if (!read.success) return { error: 'Send {"verb": ..., "input": {...}}.' };
    const { verb: name, input } = read.data;
    const row = rowNamed(methods, name);
    if (row === undefined) {
      return { error: `This deployment knows no ${JSON.stringify(name)}: deploy its new version.` };
    }
    const asked = row.method.request.safeParse(input);
    if (!asked.success) return { error: describeBadInput(name, asked.error) };
    try {
      if (row.method.isOrder) log.info('An operator orders', { order: name, ...asked.data });
      return await packReply(await callServer(server, row, asked.data));
    } catch (error) {
      log.error('An operator could not be answered', { verb: name, error });
      return { error: `The deployment could not do it; the log of its function api says why.` };
    }
  };
}

function describeBadInput(name: string, { issues: [issue] }: z.ZodError): string {
  const where = issue?.path.join('.') ?? '';
  return `${name} was asked wrongly: ${where} ${issue?.message ?? ''}`.trim();
}

/** What a function answers an operator; what is long travels as gzip, in base64. */
type Reply = { readonly told: unknown } | { readonly error: string } | { readonly gzip: string };

const deflate = promisify(gzip);

const worthwhile = 10_000;

/** An answer of a function may have six megabytes. */
const mostAnswered = 5_500_000;

/** Packs an answer, if it is not too large for any way. */
export async function packReply(told: unknown): Promise<Reply> {
  const text = JSON.stringify({ told });
  if (text.length < worthwhile) return { told };
  const packed = (await deflate(text)).toString('base64');
  if (packed.length < mostAnswered) return { gzip: packed };
  return { error: 'The answer is larger than a function may give: ask for less of it.' };
}
