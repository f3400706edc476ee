import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Aws, RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

/** Where alarms go, encrypted with a key that CloudWatch may use: with that of AWS they never arrive. */
export function alarmTopic(scope: Construct, email: string | undefined): Topic {
  const masterKey = new Key(scope, 'TopicKey', {
    description: 'Alarms of Ratchetr on their way to people',
    enableKeyRotation: true,
    // It protects messages on their way, which nobody wants to read later.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  masterKey.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  const topic = new Topic(scope, 'Alarms', { masterKey, enforceSSL: true });
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
