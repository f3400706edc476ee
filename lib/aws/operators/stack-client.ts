import { InvokeCommand, LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { type ClientOf, clientOf } from '#base/method.ts';
import { operatorMethods, stackMethods } from '#ratchet/rules/operators/operator-methods.ts';
import { serviceDefaults, type ServiceOptions } from '../service-options.ts';
import { replyShape } from './reply.ts';
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

/** Calls go to the function by its name, which follows from that of the stack; IAM says who may. */
export function createStackClient(lambda: LambdaClient, stack: string): StackClient {
  return clientOf({ ...operatorMethods, ...stackMethods }, async ({ name, response }, request) => {
    const answer = await invoke(lambda, stack, { verb: name, input: request });
    if (answer.data?.kind === 'refused') throw new StackProblem(answer.data.sentence);
    const read = answer.success ? response.safeParse(answer.data.response) : answer;
    if (read.success) return read.data;
    throw new StackProblem(
      `The stack ${stack} answered ${name} in the format of another version: deploy it again, or use the version of ratchetr that deployed it.`,
      { cause: read.error },
    );
  });
}

async function invoke(lambda: LambdaClient, stack: string, request: object) {
  const name = `${stack}-api`;
  try {
    const { Payload: payload, FunctionError: failed } = await lambda.send(
      new InvokeCommand({ FunctionName: name, Payload: JSON.stringify(request) }),
    );
    if (failed === undefined)
      return replyShape.safeParse(JSON.parse(payload?.transformToString() ?? ''));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) {
      throw new StackProblem(
        `There is no stack ${stack} in this account and region (no function ${name}): check the name, AWS_REGION and AWS_PROFILE.`,
        { cause: error },
      );
    }
    throw toStackProblem(error);
  }
  throw new StackProblem(`The function ${name} failed: its log in CloudWatch says why.`);
}
