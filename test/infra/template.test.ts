import { CloudAssembly } from 'aws-cdk-lib/cx-api';
import { afterAll, describe, expect, it } from 'vitest';
import { ofType, templateOf } from '../support/stack-template.ts';
import { outlineOf } from './outline.ts';

afterAll(() => CloudAssembly.cleanupTemporaryDirectories());

const template = templateOf();

describe('the template', () => {
  // A change of this file is a change of somebody's account: read it, then accept it by `npx vitest run -u`.
  it('is the one that was reviewed last', async () => {
    await expect(outlineOf(template)).toMatchFileSnapshot('../fixtures/infra/outline.txt');
  });
});

describe('the outline of a template', () => {
  const lines = outlineOf(template).split('\n');

  it('changes in one line with anything that one resource says', () => {
    for (const [id, resource] of ofType(template, 'AWS::SQS::Queue')) {
      const changed = { ...resource, Properties: { ...resource.Properties, Tags: ['one'] } };
      const other = outlineOf({ ...template, Resources: { ...template.Resources, [id]: changed } });
      const differing = other.split('\n').filter((line, index) => line !== lines[index]);
      expect(differing).toEqual([expect.stringMatching(`^AWS::SQS::Queue ${id} [0-9a-f]{12}$`)]);
    }
  });

  it('says of each policy who may do what', () => {
    const Statement = [
      {
        Effect: 'Allow',
        Action: ['sqs:SendMessage', 'sqs:GetQueueUrl'],
        Resource: { 'Fn::GetAtt': ['Queue', 'Arn'] },
        Condition: { Bool: { 'aws:SecureTransport': 'true' } },
      },
      {
        Effect: 'Deny',
        Principal: { Service: 'lambda.amazonaws.com' },
        Action: 's3:*',
        Resource: { 'Fn::Join': ['', ['arn:', { Ref: 'AWS::Partition' }, ':s3:::x/*']] },
      },
    ];
    const Properties = { Document: { Statement } };
    const one = { Type: 'AWS::IAM::Policy', Properties };
    expect(
      outlineOf({ Resources: { One: one } })
        .split('\n')
        .slice(1),
    ).toEqual([
      '  Allow Action: sqs:SendMessage, sqs:GetQueueUrl; Resource: Queue.Arn; Condition: Bool aws:SecureTransport true',
      '  Deny Principal: Service lambda.amazonaws.com; Action: s3:*; Resource: arn:AWS::Partition:s3:::x/*',
      '',
    ]);
  });
});
