import {
  type CallStack,
  createCallStack,
  createLambdaClient,
} from '#adapters/aws/operators/call.ts';
import { StackProblem } from '#adapters/aws/operators/problem.ts';
import { createStackOperations } from '#adapters/aws/operators/stack-operations.ts';
import type { Operations } from '#ports/operations.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';

/** A deployment that can be asked. */
export interface OpenStack {
  readonly operations: Operations;
  readonly call: CallStack;
}

const stackName = /^[A-Za-z][A-Za-z0-9-]{0,50}$/;

/** Asks a deployment as whom the credentials of this machine say; what stands in the way is told in a sentence. */
export async function withStack(
  { stderr, exitWith }: Pick<CliContext, 'stderr' | 'exitWith'>,
  name: string,
  ask: (stack: OpenStack) => Promise<void>,
): Promise<void> {
  if (!stackName.test(name)) {
    stderr.write(`${JSON.stringify(name)} is no name of a stack: letters, digits and hyphens.\n`);
    exitWith(EXIT.usage);
    return;
  }
  const client = createLambdaClient();
  try {
    const call = createCallStack(client, name);
    await ask({ call, operations: createStackOperations(call) });
  } catch (error) {
    if (!(error instanceof StackProblem)) throw error;
    stderr.write(`${error.message}\n`);
    exitWith(EXIT.toolFailure);
  } finally {
    client.destroy();
  }
}
