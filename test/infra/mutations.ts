import type { invariants } from './invariants.ts';

/** The resource to change, the path to what is changed, and what it becomes; undefined takes it away. */
export type Mutation = readonly [type: string, path: readonly string[], value: unknown];

/** For each invariant a change to a good template that must break it. */
export const mutations: Readonly<Record<keyof typeof invariants, Mutation>> = {
  'no task has a role': [
    'AWS::ECS::TaskDefinition',
    ['TaskRoleArn'],
    { 'Fn::GetAtt': ['IntakeWebhookRole', 'Arn'] },
  ],
  'a role is for tasks only to start them': ['AWS::ECS::TaskDefinition', ['ExecutionRoleArn'], ''],
  'a container is told the settings and where the broker is, and nothing else': [
    'AWS::ECS::TaskDefinition',
    ['ContainerDefinitions', '0', 'Environment', '0', 'Name'],
    'AWS_ACCESS_KEY_ID',
  ],
  'model keys are given to the gateway alone': [
    'AWS::ECS::TaskDefinition',
    ['ContainerDefinitions', '0', 'Secrets'],
    [{ Name: 'RATCHETR_MODEL_KEYS' }],
  ],
  'a container has two minutes to end, and somebody to bury orphans': [
    'AWS::ECS::TaskDefinition',
    ['ContainerDefinitions', '0', 'StopTimeout'],
    undefined,
  ],
  'nobody may call a worker': ['AWS::EC2::SecurityGroup', ['SecurityGroupIngress'], [{}]],
  'no action is a wildcard': [
    'AWS::IAM::Policy',
    ['PolicyDocument', 'Statement', '0', 'Action'],
    'sqs:*',
  ],
  'only what knows no resources is allowed on all of them': [
    'AWS::IAM::Policy',
    ['PolicyDocument', 'Statement', '0', 'Resource'],
    '*',
  ],
  'tasks are touched in the one cluster alone': [
    'AWS::IAM::Policy',
    ['PolicyDocument', 'Statement', '0'],
    { Action: 'ecs:StopTask', Effect: 'Allow', Resource: 'x' },
  ],
  'no managed policy of AWS is used': ['AWS::IAM::Role', ['ManagedPolicyArns'], ['x']],
  'a role is passed only to start tasks': [
    'AWS::IAM::Policy',
    ['PolicyDocument', 'Statement', '0'],
    { Action: 'iam:PassRole', Effect: 'Allow', Resource: 'x' },
  ],
  'every log ends after a time': ['AWS::Logs::LogGroup', ['RetentionInDays'], undefined],
  'every function has a log of its own, in JSON': [
    'AWS::Lambda::Function',
    ['LoggingConfig'],
    undefined,
  ],
  'functions run on arm64 and Node 24, outside of the network': [
    'AWS::Lambda::Function',
    ['VpcConfig'],
    {},
  ],
  'every queue has one for its dead letters, or is one': [
    'AWS::SQS::Queue',
    ['RedrivePolicy'],
    undefined,
  ],
  'a message stays hidden for six turns of its consumer': [
    'AWS::SQS::Queue',
    ['VisibilityTimeout'],
    30,
  ],
  'consumers report single failures, and at least two work at once': [
    'AWS::Lambda::EventSourceMapping',
    ['FunctionResponseTypes'],
    undefined,
  ],
  'no consumer has its concurrency reserved': [
    'AWS::Lambda::Function',
    ['ReservedConcurrentExecutions'],
    1,
  ],
  'what a clock calls is not repeated': [
    'AWS::Lambda::EventInvokeConfig',
    ['MaximumRetryAttempts'],
    2,
  ],
  'what a rule cannot deliver is kept': [
    'AWS::Events::Rule',
    ['Targets', '0', 'DeadLetterConfig'],
    undefined,
  ],
  'webhooks are throttled and logged': [
    'AWS::ApiGatewayV2::Stage',
    ['DefaultRouteSettings'],
    undefined,
  ],
  'the bucket is closed, encrypted and emptied': [
    'AWS::S3::Bucket',
    ['PublicAccessBlockConfiguration', 'BlockPublicPolicy'],
    false,
  ],
  'queues, bucket and topic refuse what is not encrypted on its way': [
    'AWS::SQS::QueuePolicy',
    ['PolicyDocument'],
    {},
  ],
  'the table can be brought back to any minute': [
    'AWS::DynamoDB::Table',
    ['PointInTimeRecoverySpecification'],
    undefined,
  ],
  'every alarm tells the topic': ['AWS::CloudWatch::Alarm', ['AlarmActions'], undefined],
  'the topic has a key that CloudWatch may use': ['AWS::SNS::Topic', ['KmsMasterKeyId'], undefined],
  'CloudWatch may publish to the topic': [
    'AWS::SNS::TopicPolicy',
    ['PolicyDocument', 'Statement', '1', 'Principal'],
    { Service: 'events.amazonaws.com' },
  ],
  'no value of a secret stands in the template': [
    'AWS::SecretsManager::Secret',
    ['SecretString'],
    'x',
  ],
};
