import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { deploymentNames, environmentNames } from '#config/env-names.ts';
import { at, listAt, ofType, templateOf } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const template = templateOf({
  githubApiUrl: 'https://github.example.com/api/v3',
  settings: { RATCHETR_LIMITS_MAX_FILES_CHANGED: '20' },
});

const readTable = ['dynamodb:GetItem', 'dynamodb:Query'];
const useTable = [...readTable, 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
const readTogether = 'dynamodb:BatchGetItem';
const useWork = [...useTable, readTogether];
const freePlaces = 'dynamodb:DeleteItem';
const readBucket = ['s3:GetObject', 's3:ListBucket'];
const useBucket = [...readBucket, 's3:PutObject'];
const consume = [
  'sqs:ChangeMessageVisibility',
  'sqs:DeleteMessage',
  'sqs:GetQueueAttributes',
  'sqs:GetQueueUrl',
  'sqs:ReceiveMessage',
];
const readSecret = 'secretsmanager:GetSecretValue';
const describeSecret = 'secretsmanager:DescribeSecret';
const send = 'sqs:SendMessage';
const log = ['logs:CreateLogStream', 'logs:PutLogEvents'];

const findTasks = 'ecs:DescribeTasks';
const stopTasks = 'ecs:StopTask';
const launch = ['ecs:RunTask', 'ecs:TagResource', findTasks, 'iam:PassRole'];
const measureQueues = 'sqs:GetQueueAttributes';

/** All that each function may do. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  webhook: [...useTable, readSecret, send],
  tick: [...useTable, send],
  decide: [...useWork, freePlaces, readSecret, send, ...consume, findTasks, stopTasks],
  dispatch: [
    ...useWork,
    freePlaces,
    ...useBucket,
    readSecret,
    send,
    ...consume,
    ...launch,
    stopTasks,
  ],
  'record-exit': [...useWork, freePlaces, ...useBucket, send, ...consume, findTasks, stopTasks],
  publish: [...useWork, ...useBucket, readSecret, send, ...consume],
  report: [...useWork, ...useBucket, readSecret, send, ...consume],
  reconcile: [...useTable, freePlaces, readSecret, send, findTasks],
  broker: [...useWork, ...useBucket, readSecret, send],
  widget: [...readTable, readTogether, ...readBucket],
  api: [...useWork, ...useBucket, send, measureQueues, describeSecret, ...launch],
};

/** Which secrets each function may read the values of. */
const secrets: Readonly<Record<string, readonly string[]>> = {
  webhook: ['GitHub'],
  decide: ['GitHub'],
  dispatch: ['Broker', 'GitHub'],
  publish: ['GitHub'],
  report: ['GitHub'],
  reconcile: ['GitHub'],
  broker: ['Broker', 'GitHub'],
};

const functions = ofType(template, 'AWS::Lambda::Function').map(([id, { Properties: one }]) => ({
  id,
  name: String(one['FunctionName']).replace(/^ratchetr-/, ''),
  environment: Object(at(one, 'Environment', 'Variables')),
  statements: statementsOf(one['Role']),
}));

describe('the functions', () => {
  it('are those of the flow and those for people', () => {
    expect(functions.map(({ name }) => name).toSorted()).toEqual(Object.keys(allowed).toSorted());
  });

  it.each(functions)('$name may do this and no more', ({ name, statements }) => {
    const actions = statements.flatMap((statement) => listAt(statement, 'Action').map(String));
    const expected = [...(allowed[name] ?? []), ...log];
    expect(new Set(actions)).toEqual(new Set(expected));
  });

  it.each(functions)('$name reads the secrets it needs and no other', ({ name, statements }) => {
    const read = statements
      .filter((statement) => listAt(statement, 'Action').includes(readSecret))
      .flatMap((statement) => listAt(statement, 'Resource'))
      .map((resource) => String(at(resource, 'Ref')).replace(/^Secrets(\w+?)[0-9A-F]{8}$/, '$1'));
    expect(read.toSorted()).toEqual(secrets[name] ?? []);
  });

  it.each(functions)('$name is told by names that exist', ({ environment }) => {
    const known: readonly string[] = deploymentNames;
    const settings = ['NODE_OPTIONS', 'RATCHETR_LIMITS_MAX_FILES_CHANGED'];
    const told = Object.keys(environment);
    expect(told.filter((name) => !known.includes(name) && !settings.includes(name))).toEqual([]);
    expect(told).toEqual(expect.arrayContaining(settings));
    expect(environment).toMatchObject({
      [environmentNames.stage]: 'main',
      [environmentNames.githubApiUrl]: 'https://github.example.com/api/v3',
    });
  });

  it.each(functions)('$name leaves half of its environment to settings', ({ environment }) => {
    const own = Object.entries(environment).filter(([name]) => !name.startsWith('RATCHETR_LIMITS'));
    const lengths = own.map(([name, value]) => name.length + longest(value));
    expect(lengths.reduce((sum, one) => sum + one, 0)).toBeLessThan(4_096 - 2_000);
  });

  it('finds its code by the name of its folder', () => {
    const handlers = ofType(template, 'AWS::Lambda::Function').map(([, one]) => one.Properties);
    expect(new Set(handlers.map((one) => one['Handler']))).toEqual(new Set(['index.handler']));
  });
});

describe('what functions log', () => {
  it.each([
    ['debug', 'DEBUG'],
    ['info', 'INFO'],
    // Metrics are lines of the log without a level, and must get through.
    ['error', 'INFO'],
  ] as const)('from %s on is let through from %s on', (logLevel, letThrough) => {
    const all = ofType(templateOf({ logLevel }), 'AWS::Lambda::Function').map(
      ([, { Properties: one }]) => ({
        told: at(one, 'Environment', 'Variables', environmentNames.logLevel),
        letThrough: at(one, 'LoggingConfig', 'ApplicationLogLevel'),
      }),
    );
    expect(all).toEqual(all.map(() => ({ told: logLevel, letThrough })));
  });
});

describe('who launches workers', () => {
  const dispatch = functions.find(({ name }) => name === 'dispatch')?.statements ?? [];

  it('starts the two families, whatever their revision', () => {
    const run = dispatch.find((one) => listAt(one, 'Action').includes('ecs:RunTask'));
    const families = listAt(run, 'Resource').map(
      (arn) => /task-definition\/[^"]*/.exec(JSON.stringify(arn))?.[0],
    );
    expect(new Set(families)).toEqual(
      new Set(['task-definition/ratchetr-engine:*', 'task-definition/ratchetr-agent:*']),
    );
  });

  it('passes the two roles that start them', () => {
    const pass = dispatch.find((one) => listAt(one, 'Action').includes('iam:PassRole'));
    const starters = ofType(template, 'AWS::ECS::TaskDefinition').map(
      ([, { Properties: task }]) => task['ExecutionRoleArn'],
    );
    expect(new Set(listAt(pass, 'Resource'))).toEqual(new Set(starters));
  });
});

/** What a reference leads to is an ARN or an address of ours. */
function longest(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return 90 * (JSON.stringify(value).match(/"(?:Ref|Fn::GetAtt)"/g)?.length ?? 0);
}

function statementsOf(role: unknown): readonly unknown[] {
  const [roleId] = listAt(role, 'Fn::GetAtt');
  return ofType(template, 'AWS::IAM::Policy')
    .filter(([, { Properties: policy }]) =>
      listAt(policy, 'Roles').some((one) => at(one, 'Ref') === roleId),
    )
    .flatMap(([, { Properties: policy }]) => listAt(policy, 'PolicyDocument', 'Statement'));
}
