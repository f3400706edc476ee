import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EC2Client } from '@aws-sdk/client-ec2';
import { ECSClient } from '@aws-sdk/client-ecs';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { motoAccount } from '../moto.ts';

export type Clients = ReturnType<typeof createClients>;

/** The hands of whoever makes and runs the cloud itself. */
export function createClients(endpoint: string) {
  const options = { ...motoAccount, endpoint, maxAttempts: 5 };
  return {
    dynamo: new DynamoDBClient(options),
    network: new EC2Client(options),
    tasks: new ECSClient(options),
    objects: new S3Client({ ...options, forcePathStyle: true }),
    secrets: new SecretsManagerClient(options),
    queues: new SQSClient({ ...options, useQueueUrlAsEndpoint: false }),
  };
}
