import { gunzipSync } from 'node:zlib';
import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { type ClientOf, clientOf } from '#base/method.ts';
import { operatorMethods, stackMethods } from '#ratchet/rules/operators/operator-methods.ts';
import { serviceDefaults, type ServiceOptions } from '../service-options.ts';
import { toStackProblem, StackProblem } from './problem.ts';

/** What can be asked of the function `api` of a deployment. */
export type StackClient = ClientOf<typeof operatorMethods & typeof stackMethods>;

// The function may take a minute, and a client that gives up earlier does not know whether an order was obeyed.
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
export function createStackClient(lambda: LambdaClient, stack: string): StackClient {
  return clientOf({ ...operatorMethods, ...stackMethods }, async ({ name, response }, request) => {
    const answer = await invoke(lambda, stack, { verb: name, input: request });
    if ('error' in answer) throw new StackProblem(answer.error);
    const read = response.safeParse(responseIn(answer));
    if (read.success) return read.data;
    throw new StackProblem(
      `The stack ${stack} answered ${name} in words of another version: deploy it anew, or use the version of ratchetr that it was deployed with.`,
      { cause: read.error },
    );
  });
}

async function invoke(
  lambda: LambdaClient,
  stack: string,
  request: object,
): Promise<z.output<typeof reply>> {
  const name = `${stack}-api`;
  try {
    const { Payload: payload, FunctionError: failed } = await lambda.send(
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
    throw toStackProblem(error);
  }
  throw new StackProblem(`The function ${name} failed: its log in CloudWatch says why.`);
}

function responseIn(answer: { readonly gzip: string } | { readonly told: unknown }): unknown {
  if ('told' in answer) return answer.told;
  const unpacked: unknown = JSON.parse(
    gunzipSync(Buffer.from(answer.gzip, 'base64')).toString('utf8'),
  );
  return z.object({ told: z.unknown() }).parse(unpacked).told;
}
