import { toStackProblem, StackProblem } from '#aws/operators/problem.ts';
import {
  createLambdaClient,
  createStackClient,
  type StackClient,
} from '#aws/operators/stack-client.ts';
import { createStackOperations } from '#aws/operators/stack-operations.ts';
import { forgeSentence } from '#github/errors.ts';
import type { Operations } from '#ratchet/needs/operations.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '#local/exit-codes.ts';
import { refuseCommand } from '../refusal.ts';

/** A deployment that is open for requests. */
export interface OpenStack {
  readonly operations: Operations;
  readonly client: StackClient;
}

const stackName = /^[A-Za-z][A-Za-z0-9-]{0,50}$/;

/** Calls a deployment with the AWS credentials of this machine; what fails is printed as a sentence. */
export async function withStack(
  context: CliContext,
  name: string,
  ask: (stack: OpenStack) => Promise<void>,
): Promise<void> {
  if (!stackName.test(name)) {
    const sentence = `${JSON.stringify(name)} is not the name of a stack: use letters, digits and hyphens, with a letter first.`;
    return refuseCommand(context, sentence);
  }
  const lambda = createLambdaClient();
  try {
    const client = createStackClient(lambda, name);
    await ask({ client, operations: createStackOperations(client) });
  } catch (error) {
    const sentence = describeStackError(error);
    if (sentence === undefined) throw error;
    refuseCommand(context, sentence, EXIT.toolFailure);
  } finally {
    lambda.destroy();
  }
}

function describeStackError(error: unknown): string | undefined {
  const problem = toStackProblem(error);
  if (problem instanceof StackProblem) return problem.message;
  const said = forgeSentence(error);
  return said && `${said}. Nothing was lost: run the same command again when GitHub works.`;
}
