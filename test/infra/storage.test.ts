import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { tableShape } from '../support/dynamo.ts';
import { listAt, ofType, type StackTemplate, templateOf } from '../support/stack-template.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const template = templateOf();
const ephemeral = templateOf({ ephemeral: true });

const dataTypes = [
  'AWS::DynamoDB::Table',
  'AWS::S3::Bucket',
  'AWS::SecretsManager::Secret',
] as const;

describe('the table', () => {
  it('has the shape that the stores rely on', () => {
    const { AttributeDefinitions: attributes, ...keys } = tableShape;
    const table = onlyTable(template);
    expect(table).toMatchObject(keys);
    expect(new Set(listAt(table, 'AttributeDefinitions'))).toEqual(new Set(attributes));
    expect(table).toMatchObject({
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    });
  });

  it('is protected from deletion, except where all of the stack may go', () => {
    expect(onlyTable(template)).toMatchObject({ DeletionProtectionEnabled: true });
    expect(onlyTable(ephemeral)).toMatchObject({ DeletionProtectionEnabled: false });
  });
});

describe('data', () => {
  it.each(dataTypes)('of %s outlives the stack', (type) => {
    const policies = ofType(template, type).map(([, { DeletionPolicy: policy }]) => policy);
    expect(new Set(policies)).toEqual(new Set(['Retain']));
  });

  it.each(dataTypes)('of %s goes with an ephemeral stack', (type) => {
    const policies = ofType(ephemeral, type).map(([, { DeletionPolicy: policy }]) => policy);
    expect(new Set(policies)).toEqual(new Set(['Delete']));
  });

  it('is deleted with its bucket by a function that no other stack has', () => {
    const emptying = 'Custom::S3AutoDeleteObjects';
    expect(ofType(ephemeral, emptying)).toHaveLength(1);
    expect(ofType(template, emptying)).toEqual([]);
  });
});

function onlyTable(of: StackTemplate): Readonly<Record<string, unknown>> {
  const tables = ofType(of, 'AWS::DynamoDB::Table').map(([, { Properties: table }]) => table);
  expect(tables).toHaveLength(1);
  return tables[0] ?? {};
}
