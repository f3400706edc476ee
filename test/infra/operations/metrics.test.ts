import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { ownMetrics } from '../../../lib/infra/operations/own-metrics.ts';
import { at, listAt, ofType, templateOf } from '../../support/stack-template.ts';
import { emittedMetrics } from './emitted-metrics.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const template = templateOf({ stage: 'trial' });

/** What the log of the intake tells, because no function ever sees it. */
const filtered = ofType(template, 'AWS::Logs::MetricFilter').flatMap(([, { Properties: one }]) =>
  listAt(one, 'MetricTransformations').map((told) => ({
    name: String(at(told, 'MetricName')),
    dimensions: listAt(told, 'Dimensions').map((dimension) => String(at(dimension, 'Key'))),
  })),
);

const known: Readonly<Record<string, readonly string[]>> = ownMetrics;

describe('what is charted and watched', () => {
  it('is what the code measures, with the dimensions it has', () => {
    const measured = [
      ...emittedMetrics(),
      ...filtered.map(({ name, dimensions }) => {
        return { name, dimensions: dimensions.filter((one) => one !== 'stage') };
      }),
    ];
    const told = new Set(
      measured.map(({ name, dimensions }) => `${name}: ${dimensions.toSorted().join()}`),
    );
    const listed = Object.entries(known).map(
      ([name, dimensions]) => `${name}: ${dimensions.toSorted().join()}`,
    );
    expect([...told].toSorted()).toEqual(listed.toSorted());
  });

  it('names no metric of ours that is not in the list', () => {
    const text = JSON.stringify([
      ofType(template, 'AWS::CloudWatch::Dashboard'),
      ofType(template, 'AWS::CloudWatch::Alarm'),
    ]).replaceAll('\\', '');
    const names = [
      ...text.matchAll(/"Ratchetr","([a-z_]+)"/g),
      ...text.matchAll(/\{Ratchetr,[^}]*\} MetricName="(\w+)"/g),
      ...text.matchAll(/"MetricName":"([a-z_]+)"/g),
    ].map(([, name = '']) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(known)));
  });

  it('counts what the gateway turns away, under the stage', () => {
    const [filter] = ofType(template, 'AWS::Logs::MetricFilter');
    expect(filter?.[1].Properties).toMatchObject({
      FilterPattern: '{ $.status = "413" }',
      MetricTransformations: [{ Dimensions: [{ Key: 'stage', Value: '$.stage' }] }],
    });
    const [stage] = ofType(template, 'AWS::ApiGatewayV2::Stage');
    const format = String(at(stage?.[1].Properties, 'AccessLogSettings', 'Format'));
    expect(JSON.parse(format)).toMatchObject({ stage: 'trial', status: '$context.status' });
  });
});
