import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { at, listAt, ofType, type Resource, templateOf } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const template = templateOf({ stage: 'trial' });

describe('the flow', () => {
  it('brings webhooks in by one route', () => {
    const routes = ofType(template, 'AWS::ApiGatewayV2::Route').map(([, one]) => one.Properties);
    expect(routes.map((route) => route['RouteKey'])).toEqual(['POST /webhook']);
    const [integration] = ofType(template, 'AWS::ApiGatewayV2::Integration');
    expect(integration?.[1].Properties['PayloadFormatVersion']).toBe('2.0');
    expect(nameOf(integration?.[1].Properties['IntegrationUri'])).toBe('ratchetr-trial-webhook');
  });

  it('has each queue carried out by its function', () => {
    const consumers = ofType(template, 'AWS::Lambda::EventSourceMapping').map(
      ([, { Properties: consumer }]) => [
        nameOf(consumer['EventSourceArn']),
        nameOf(consumer['FunctionName']),
      ],
    );
    expect(Object.fromEntries(consumers)).toEqual({
      'ratchetr-trial-decide': 'ratchetr-trial-decide',
      'ratchetr-trial-dispatch': 'ratchetr-trial-dispatch',
      'ratchetr-trial-exit': 'ratchetr-trial-record-exit',
      'ratchetr-trial-publish': 'ratchetr-trial-publish',
      'ratchetr-trial-report.fifo': 'ratchetr-trial-report',
    });
  });

  it('has its clock', () => {
    const schedules = ofType(template, 'AWS::Scheduler::Schedule').map(
      ([, { Properties: schedule }]) => [
        nameOf(at(schedule, 'Target', 'Arn')),
        schedule['ScheduleExpression'],
      ],
    );
    expect(Object.fromEntries(schedules)).toEqual({
      'ratchetr-trial-tick': 'rate(1 minute)',
      'ratchetr-trial-reconcile': 'rate(5 minutes)',
    });
  });

  it('tells of each worker that stops in its cluster', () => {
    const [rule] = ofType(template, 'AWS::Events::Rule').map(([, one]) => one.Properties);
    const pattern = at(rule, 'EventPattern');
    expect(pattern).toMatchObject({
      source: ['aws.ecs'],
      'detail-type': ['ECS Task State Change'],
      detail: { lastStatus: ['STOPPED'] },
    });
    expect(nameOf(listAt(pattern, 'detail', 'clusterArn')[0])).toBe('ratchetr-trial');
    const [target] = listAt(rule, 'Targets');
    expect(nameOf(at(target, 'Arn'))).toBe('ratchetr-trial-exit');
    expect(nameOf(at(target, 'DeadLetterConfig', 'Arn'))).toBe('ratchetr-trial-exit-dead');
  });

  it('leads workers to the broker, which anybody may knock at', () => {
    const [url] = ofType(template, 'AWS::Lambda::Url');
    expect(url?.[1].Properties).toMatchObject({ AuthType: 'NONE' });
    expect(nameOf(url?.[1].Properties['TargetFunctionArn'])).toBe('ratchetr-trial-broker');
    const told = ofType(template, 'AWS::ECS::TaskDefinition')
      .flatMap(([, { Properties: task }]) => listAt(task, 'ContainerDefinitions'))
      .map((container) => listAt(at(container, 'Environment', '0', 'Value'), 'Fn::GetAtt'));
    expect(told).toEqual(Array.from({ length: 3 }, () => [url?.[0], 'FunctionUrl']));
  });

  it('keeps reports of a pull request in order, and those of others out of their way', () => {
    const fifo = ofType(template, 'AWS::SQS::Queue')
      .map(([, { Properties: queue }]) => queue)
      .filter((queue) => queue['FifoQueue'] === true);
    expect(fifo.map((queue) => queue['QueueName'])).toEqual([
      'ratchetr-trial-report-dead.fifo',
      'ratchetr-trial-report.fifo',
    ]);
    for (const queue of fifo) {
      expect(queue).toMatchObject({
        DeduplicationScope: 'messageGroup',
        FifoThroughputLimit: 'perMessageGroupId',
      });
    }
  });
});

describe('a stack', () => {
  it('bears its stage in every tag', () => {
    const tags = ofType(template, 'AWS::Lambda::Function').map(([, one]) => one.Properties['Tags']);
    const expected = [
      { Key: 'app', Value: 'ratchetr' },
      { Key: 'stage', Value: 'trial' },
    ];
    expect(tags).toEqual(tags.map(() => expected));
  });
});

/** The name that was given to what a reference leads to. */
function nameOf(reference: unknown): unknown {
  const id = at(reference, 'Ref') ?? listAt(reference, 'Fn::GetAtt')[0];
  const resource: Resource | undefined = template.Resources[String(id)];
  const { FunctionName, QueueName, ClusterName } = resource?.Properties ?? {};
  return FunctionName ?? QueueName ?? ClusterName;
}
