import { deploymentNames, environmentNames } from '#config/env-names.ts';
import {
  at,
  listAt,
  ofType,
  type Resource,
  type StackTemplate,
} from '../support/stack-template.ts';

type Properties = Resource['Properties'];
type Invariant = (template: StackTemplate) => readonly string[];

const functionType = 'AWS::Lambda::Function';
const queueType = 'AWS::SQS::Queue';
const consumerType = 'AWS::Lambda::EventSourceMapping';
const taskType = 'AWS::ECS::TaskDefinition';

/** What must hold whatever the props are: each answers with the resources that break it. */
export const invariants = {
  'no task has a role': (template) => broken(template, taskType, (task) => 'TaskRoleArn' in task),
  'a role is for tasks only to start them': (template) => {
    const starters = new Set(
      ofType(template, taskType).map(([, { Properties: task }]) => idOf(task['ExecutionRoleArn'])),
    );
    return broken(template, 'AWS::IAM::Role', (role, id) =>
      JSON.stringify(role).includes('ecs-tasks') ? !starters.has(id) : false,
    );
  },
  'a container is told the settings and where the broker is, and nothing else': (template) =>
    broken(template, taskType, (task) =>
      listAt(task, 'ContainerDefinitions')
        .flatMap((container) => listAt(container, 'Environment'))
        .map((variable) => String(at(variable, 'Name')))
        .some((name) => name !== environmentNames.brokerUrl && !isSetting(name)),
    ),
  'model keys are given to the gateway alone': (template) =>
    broken(template, taskType, (task) =>
      listAt(task, 'ContainerDefinitions').some(
        (container) => at(container, 'Name') !== 'gateway' && 'Secrets' in Object(container),
      ),
    ),
  'a container has two minutes to end, and somebody to bury orphans': (template) =>
    broken(template, taskType, (task) =>
      listAt(task, 'ContainerDefinitions').some(
        (container) =>
          at(container, 'StopTimeout') !== 120 ||
          at(container, 'LinuxParameters', 'InitProcessEnabled') !== true,
      ),
    ),
  'nobody may call a worker': (template) => [
    ...broken(template, 'AWS::EC2::SecurityGroup', (group) => 'SecurityGroupIngress' in group),
    ...ofType(template, 'AWS::EC2::SecurityGroupIngress').map(([id]) => id),
  ],
  'no action is a wildcard': (template) =>
    broken(template, 'AWS::IAM::Policy', (policy) =>
      statementsOf(policy)
        .flatMap((statement) => listAt(statement, 'Action'))
        .some((action) => String(action).includes('*')),
    ),
  'only what knows no resources is allowed on all of them': (template) =>
    broken(template, 'AWS::IAM::Policy', (policy) =>
      statementsOf(policy)
        .filter((statement) => listAt(statement, 'Resource').includes('*'))
        .flatMap((statement) => listAt(statement, 'Action'))
        .some((action) => !withoutResources.has(String(action))),
    ),
  'tasks are touched in the one cluster alone': (template) =>
    broken(template, 'AWS::IAM::Policy', (policy) =>
      statementsOf(policy)
        .filter((statement) => String(listAt(statement, 'Action')).includes('ecs:'))
        .filter((statement) => !isTagging(statement))
        .some((statement) => at(statement, 'Condition', 'ArnEquals', 'ecs:cluster') === undefined),
    ),
  'no managed policy of AWS is used': (template) =>
    broken(template, 'AWS::IAM::Role', (role) => 'ManagedPolicyArns' in role),
  'a role is passed only to start tasks': (template) =>
    broken(template, 'AWS::IAM::Policy', (policy) =>
      statementsOf(policy)
        .filter((statement) => listAt(statement, 'Action').includes('iam:PassRole'))
        .some(
          (statement) =>
            at(statement, 'Condition', 'StringEquals', 'iam:PassedToService') !==
            'ecs-tasks.amazonaws.com',
        ),
    ),
  'every log ends after a time': (template) =>
    broken(template, 'AWS::Logs::LogGroup', (group) => !('RetentionInDays' in group)),
  'every function has a log of its own, in JSON': (template) => {
    const groups = ofType(template, functionType).map(([, { Properties: one }]) =>
      idOf(at(one, 'LoggingConfig', 'LogGroup')),
    );
    return broken(template, functionType, (one) => {
      const group = idOf(at(one, 'LoggingConfig', 'LogGroup'));
      const shared = groups.filter((other) => other === group).length !== 1;
      return shared || at(one, 'LoggingConfig', 'LogFormat') !== 'JSON';
    });
  },
  'functions run on arm64 and Node 24, outside of the network': (template) =>
    broken(
      template,
      functionType,
      (one) =>
        one['Runtime'] !== 'nodejs24.x' ||
        String(one['Architectures']) !== 'arm64' ||
        'VpcConfig' in one,
    ),
  'every queue has one for its dead letters, or is one': (template) => {
    const dead = new Set(
      ofType(template, queueType).map(([, { Properties: queue }]) =>
        idOf(at(queue, 'RedrivePolicy', 'deadLetterTargetArn')),
      ),
    );
    return broken(
      template,
      queueType,
      (queue, id) =>
        !dead.has(id) && Number(at(queue, 'RedrivePolicy', 'maxReceiveCount') ?? 0) < 5,
    );
  },
  'a message stays hidden for six turns of its consumer': (template) =>
    broken(template, consumerType, (consumer) => {
      const queue = propertiesOf(template, consumer['EventSourceArn']);
      const timeout = Number(propertiesOf(template, consumer['FunctionName'])['Timeout']);
      return Number(queue['VisibilityTimeout']) < 6 * timeout;
    }),
  'consumers report single failures, and at least two work at once': (template) =>
    broken(
      template,
      consumerType,
      (consumer) =>
        !listAt(consumer, 'FunctionResponseTypes').includes('ReportBatchItemFailures') ||
        !(Number(at(consumer, 'ScalingConfig', 'MaximumConcurrency') ?? 2) >= 2),
    ),
  'no consumer has its concurrency reserved': (template) =>
    ofType(template, consumerType)
      .map(([, { Properties: consumer }]) => String(idOf(consumer['FunctionName'])))
      .filter((id) => 'ReservedConcurrentExecutions' in (template.Resources[id]?.Properties ?? {})),
  'what a clock calls is not repeated': (template) => {
    const once = new Set(
      ofType(template, 'AWS::Lambda::EventInvokeConfig')
        .filter(([, { Properties: config }]) => config['MaximumRetryAttempts'] === 0)
        .map(([, { Properties: config }]) => idOf(config['FunctionName'])),
    );
    return broken(
      template,
      'AWS::Scheduler::Schedule',
      ({ Target: target }) =>
        at(target, 'RetryPolicy', 'MaximumRetryAttempts') !== 0 ||
        at(target, 'RetryPolicy', 'MaximumEventAgeInSeconds') !== 60 ||
        !once.has(idOf(at(target, 'Arn'))),
    );
  },
  'what a rule cannot deliver is kept': (template) =>
    broken(template, 'AWS::Events::Rule', (rule) =>
      listAt(rule, 'Targets').some((target) => at(target, 'DeadLetterConfig') === undefined),
    ),
  'webhooks are throttled and logged': (template) =>
    broken(
      template,
      'AWS::ApiGatewayV2::Stage',
      (stage) =>
        at(stage, 'DefaultRouteSettings', 'ThrottlingRateLimit') === undefined ||
        at(stage, 'AccessLogSettings', 'DestinationArn') === undefined,
    ),
  'the bucket is closed, encrypted and emptied': (template) =>
    broken(template, 'AWS::S3::Bucket', (bucket) => {
      const closed = Object.values(Object(bucket['PublicAccessBlockConfiguration']));
      const [rule] = listAt(bucket, 'LifecycleConfiguration', 'Rules');
      return (
        closed.filter((flag) => flag === true).length !== 4 ||
        !('BucketEncryption' in bucket) ||
        at(rule, 'ExpirationInDays') !== 30 ||
        at(rule, 'AbortIncompleteMultipartUpload', 'DaysAfterInitiation') === undefined
      );
    }),
  'queues, bucket and topic refuse what is not encrypted on its way': (template) => {
    const guarded = new Set(
      ['AWS::SQS::QueuePolicy', 'AWS::S3::BucketPolicy', 'AWS::SNS::TopicPolicy']
        .flatMap((type) => ofType(template, type))
        .filter(([, policy]) => JSON.stringify(policy).includes('aws:SecureTransport'))
        .flatMap(([, { Properties: policy }]) => [
          ...listAt(policy, 'Queues'),
          ...listAt(policy, 'Topics'),
          policy['Bucket'],
        ])
        .map((target) => idOf(target)),
    );
    return ['AWS::SQS::Queue', 'AWS::S3::Bucket', 'AWS::SNS::Topic']
      .flatMap((type) => ofType(template, type))
      .map(([id]) => id)
      .filter((id) => !guarded.has(id));
  },
  'the table can be brought back to any minute': (template) =>
    broken(
      template,
      'AWS::DynamoDB::Table',
      (table) =>
        at(table, 'PointInTimeRecoverySpecification', 'PointInTimeRecoveryEnabled') !== true,
    ),
  'every alarm tells the topic': (template) => {
    const topics = new Set(ofType(template, 'AWS::SNS::Topic').map(([id]) => id));
    return broken(template, 'AWS::CloudWatch::Alarm', (alarm) => {
      const told = listAt(alarm, 'AlarmActions').map((action) => String(idOf(action)));
      return !told.some((id) => topics.has(id)) || !('TreatMissingData' in alarm);
    });
  },
  'the topic has a key that CloudWatch may use': (template) =>
    broken(template, 'AWS::SNS::Topic', (topic) => {
      const key = propertiesOf(template, topic['KmsMasterKeyId']);
      const actions = allowedToCloudWatch(listAt(key, 'KeyPolicy', 'Statement'));
      return !actions.includes('kms:GenerateDataKey*') || !actions.includes('kms:Decrypt');
    }),
  // The policy of a topic takes the place of the one that it has by itself, in which the whole account may publish.
  'CloudWatch may publish to the topic': (template) => {
    const open = new Set(
      ofType(template, 'AWS::SNS::TopicPolicy')
        .map(([, { Properties: policy }]) => policy)
        .filter((policy) => allowedToCloudWatch(statementsOf(policy)).includes('sns:Publish'))
        .flatMap((policy) => listAt(policy, 'Topics').map((topic) => idOf(topic))),
    );
    return broken(template, 'AWS::SNS::Topic', (_, id) => !open.has(id));
  },
  'no value of a secret stands in the template': (template) =>
    broken(template, 'AWS::SecretsManager::Secret', (secret) => 'SecretString' in secret),
} satisfies Record<string, Invariant>;

// A token for the registry is not of one repository.
const withoutResources = new Set(['ecr:GetAuthorizationToken']);

function broken(
  template: StackTemplate,
  type: string,
  breaks: (properties: Properties, id: string) => boolean,
): readonly string[] {
  return ofType(template, type)
    .filter(([id, { Properties: properties }]) => breaks(properties, id))
    .map(([id]) => id);
}

function statementsOf(policy: Properties): readonly unknown[] {
  return listAt(policy, 'PolicyDocument', 'Statement').filter(
    (statement) => at(statement, 'Effect') === 'Allow',
  );
}

function allowedToCloudWatch(statements: readonly unknown[]): readonly unknown[] {
  return statements
    .filter((statement) => at(statement, 'Principal', 'Service') === 'cloudwatch.amazonaws.com')
    .flatMap((statement) => listAt(statement, 'Action'));
}

const ofDeployments: ReadonlySet<string> = new Set(deploymentNames);

function isSetting(name: string): boolean {
  return name.startsWith('RATCHETR_') && !ofDeployments.has(name);
}

/** It knows no cluster but by the names of its tasks, and is for new ones. */
function isTagging(statement: unknown): boolean {
  return (
    String(at(statement, 'Action')) === 'ecs:TagResource' &&
    at(statement, 'Condition', 'StringEquals', 'ecs:CreateAction') === 'RunTask' &&
    JSON.stringify(at(statement, 'Resource')).includes(':task/ratchetr')
  );
}

/** The logical id that a reference leads to. */
function idOf(reference: unknown): unknown {
  return at(reference, 'Ref') ?? listAt(reference, 'Fn::GetAtt')[0];
}

function propertiesOf(template: StackTemplate, reference: unknown): Properties {
  return template.Resources[String(idOf(reference))]?.Properties ?? {};
}
