import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';

export interface S3Options {
  readonly region: string;
  /** Another place that speaks the protocol of S3. */
  readonly endpoint?: string;
  /** Buckets in the path instead of the host name, as most other places want it. */
  readonly forcePathStyle?: boolean;
  /** Default: what the environment offers. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly maxAttempts?: number;
}

/** Makes the one client that artifacts and events share. */
export function createS3Client(options: S3Options): S3Client {
  const config: S3ClientConfig = {
    maxAttempts: 3,
    retryMode: 'standard',
    // By default the SDK signs the CRC32 of an empty body into a URL for uploading, which then fits no body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
    ...options,
  };
  return new S3Client(config);
}

// What goes wrong comes back as an error; by itself the SDK would print to the console past our log.
const silent = { debug() {}, info() {}, warn() {}, error() {} };
