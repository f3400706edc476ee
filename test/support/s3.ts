import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { createS3Client } from '#aws/s3-client.ts';

/** A client for an S3 of the tests, behind a proxy or not. */
export function testS3Client(endpoint: string, maxAttempts?: number): S3Client {
  return createS3Client({
    region: 'us-east-1',
    endpoint,
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    ...(maxAttempts === undefined ? {} : { maxAttempts }),
  });
}

let buckets = 0;

export async function makeBucket(client: S3Client, name?: string): Promise<string> {
  buckets += 1;
  const bucket = name ?? `bucket-${buckets}`;
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  return bucket;
}
