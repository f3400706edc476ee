import { readdirSync } from 'node:fs';
import { build } from 'esbuild';
import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { at, listAt, ofType, templateOf } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

/** The rights that each command of the SDK takes. */
const rightsOf: Readonly<Record<string, readonly string[]>> = {
  BatchGet: ['dynamodb:BatchGetItem'],
  Delete: ['dynamodb:DeleteItem'],
  DescribeSecret: ['secretsmanager:DescribeSecret'],
  DescribeTable: ['dynamodb:DescribeTable'],
  DescribeTasks: ['ecs:DescribeTasks'],
  Get: ['dynamodb:GetItem'],
  // Without the second S3 answers "forbidden" where there is nothing.
  GetObject: ['s3:GetObject', 's3:ListBucket'],
  GetQueueAttributes: ['sqs:GetQueueAttributes'],
  GetSecretValue: ['secretsmanager:GetSecretValue'],
  HeadObject: ['s3:GetObject', 's3:ListBucket'],
  Put: ['dynamodb:PutItem'],
  PutObject: ['s3:PutObject'],
  Query: ['dynamodb:Query'],
  // It has tags, and a role that starts it.
  RunTask: ['ecs:RunTask', 'ecs:TagResource', 'iam:PassRole'],
  SendMessageBatch: ['sqs:SendMessage'],
  StopTask: ['ecs:StopTask'],
  Update: ['dynamodb:UpdateItem'],
};

/** What comes with an adapter and is never asked for: by nobody in a function, or not by this one. */
const idle: Readonly<Record<string, readonly string[]>> = {
  // A terminal asks whether the table is there; a function finds out.
  everyone: ['DescribeTable'],
  // It was told of no secret.
  tick: ['GetSecretValue'],
  'record-exit': ['GetSecretValue'],
  // Operators hear of secrets whether they are there, and stop no worker past the ratchet.
  api: ['GetSecretValue', 'StopTask'],
  reconcile: ['StopTask'],
  // It only reads.
  widget: ['GetSecretValue', 'Put', 'PutObject', 'SendMessageBatch', 'Update'],
};

/** What Lambda does in its name: writes its log, and brings it the messages of its queue. */
const ofLambda = new Set([
  'logs:CreateLogStream',
  'logs:PutLogEvents',
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
]);
const consumers = new Set(['decide', 'dispatch', 'record-exit', 'publish', 'report']);

const template = templateOf();

describe.each(readdirSync('lambdas'))('the function %s', (name) => {
  it('may do what its code can ask for, and nothing else', async () => {
    const commands = await commandsIn(name);
    const unasked = [...(idle['everyone'] ?? []), ...(idle[name] ?? [])];
    expect(unasked.filter((command) => !commands.has(command))).toEqual([]);
    const asked = [...commands].filter((command) => !unasked.includes(command));
    const needed = asked.flatMap((command) => rightsOf[command] ?? [`unknown: ${command}`]);
    const granted = grantedTo(name).filter((right) => !ofLambda.has(right));
    expect(granted.toSorted()).toEqual([...new Set(needed)].toSorted());
  });
});

/** The commands that are left in the code of a function once all that it never reaches is gone. */
async function commandsIn(name: string): Promise<ReadonlySet<string>> {
  const { outputFiles } = await build({
    entryPoints: [`lambdas/${name}/handler.ts`],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    external: ['@aws-sdk/*'],
    logLevel: 'error',
  });
  const [code] = outputFiles;
  const named = code?.text.matchAll(/\bnew (\w+?)Command\d*\(|\bpaginate(\w+?)\d*\(/g) ?? [];
  return new Set([...named].map(([, command, pages]) => command ?? pages ?? ''));
}

/** By its own policy; what a consumer may ask of its queue is the business of Lambda. */
function grantedTo(name: string): readonly string[] {
  const one = ofType(template, 'AWS::Lambda::Function').find(
    ([, { Properties: properties }]) => properties['FunctionName'] === `ratchetr-${name}`,
  );
  const [role] = listAt(one?.[1].Properties['Role'], 'Fn::GetAtt');
  const granted = ofType(template, 'AWS::IAM::Policy')
    .map(([, { Properties: policy }]) => policy)
    .filter((policy) => listAt(policy, 'Roles').some((by) => at(by, 'Ref') === role))
    .flatMap((policy) => listAt(policy, 'PolicyDocument', 'Statement'))
    .flatMap((statement) => listAt(statement, 'Action').map(String));
  return [...new Set(granted)].filter(
    (right) => !(consumers.has(name) && right === 'sqs:GetQueueAttributes'),
  );
}
