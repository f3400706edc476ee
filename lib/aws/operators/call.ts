import { gunzipSync } from 'node:zlib';
import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import type { Verb } from '#base/verb.ts';
import { serviceDefaults, type ServiceOptions } from '../service-options.ts';
import { problemOf, StackProblem } from './problem.ts';

/** Asks the function `api` of a deployment. */
export type CallStack = <Asked extends z.ZodType, Told extends z.ZodType>(
  verb: Verb<Asked, Told>,
  asked: z.input<Asked>,
) => Promise<z.output<Told>>;

// The function may take a minute, and whoever gives up earlier does not know whether an order was obeyed.
const longestAnswer = 70_000;

export function createLambdaClient(options: ServiceOptions = {}): LambdaClient {
  const { requestHandler, ...defaults } = serviceDefaults;
  return new LambdaClient({
    ...defaults,
    requestHandler: { ...requestHandler, requestTimeout: longestAnswer },
    ...options,
  });
}

const reply = z.union([
  z.object({ error: z.string() }),
  z.object({ gzip: z.base64() }),
  z.object({ told: z.unknown() }),
]);

/** Calls go to the function by its name, which follows from that of the stack; IAM says who may. */
export function createCallStack(client: LambdaClient, stack: string): CallStack {
  return async (verb, asked) => {
    const answer = await invoke(client, stack, { verb: verb.name, input: asked });
    if ('error' in answer) throw new StackProblem(answer.error);
    const read = verb.told.safeParse(toldIn(answer));
    if (read.success) return read.data;
    throw new StackProblem(
      `The stack ${stack} answered ${verb.name} in words of another version: deploy it anew, or use the version of ratchetr that it was deployed with.`,
      { cause: read.error },
    );
  };
}

async function invoke(
  client: LambdaClient,
  stack: string,
  request: object,
): Promise<z.output<typeof reply>> {
  const name = `${stack}-api`;
  try {
    const { Payload: payload, FunctionError: failed } = await client.send(
      new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(request) }),
    );
    if (failed === undefined) return reply.parse(JSON.parse(payload?.transformToString() ?? ''));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) {
      throw new StackProblem(
        `There is no stack ${stack} in this account and region (no function ${name}): look at the name and at AWS_REGION and AWS_PROFILE.`,
        { cause: error },
      );
    }
    throw problemOf(error);
  }
  throw new StackProblem(`The function ${name} failed: its log in CloudWatch says why.`);
}

function toldIn(answer: { readonly gzip: string } | { readonly told: unknown }): unknown {
  if ('told' in answer) return answer.told;
  const unpacked: unknown = JSON.parse(
    gunzipSync(Buffer.from(answer.gzip, 'base64')).toString('utf8'),
  );
  return z.object({ told: z.unknown() }).parse(unpacked).told;
}
