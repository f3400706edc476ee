import { ArnFormat, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/** Where alarms go, encrypted with a key that CloudWatch may use: with that of AWS they never arrive. */
export function alarmTopic(scope: Construct, email: string | undefined): Topic {
  const topic = new Topic(scope, 'Alarms', { masterKey: topicKey(scope), enforceSSL: true });
  // A topic with a policy of its own has lost the one by which everything of its account may publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { ArnLike: { 'aws:SourceArn': anyAlarm(scope) } },
    }),
  );
  if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
  return topic;
}

const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com');

function topicKey(scope: Construct): Key {
  const key = new Key(scope, 'TopicKey', {
    description: 'Alarms of Ratchetr on their way to people',
    enableKeyRotation: true,
    // It protects messages on their way, which nobody wants to read later.
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [cloudWatch],
      // As AWS documents it, with no condition: whose alarms may publish is up to the topic.
      actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  return key;
}

function anyAlarm(scope: Construct): string {
  return Stack.of(scope).formatArn({
    service: 'cloudwatch',
    resource: 'alarm',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
}
