import { createReadStream } from 'node:fs';
import type { S3Client } from '@aws-sdk/client-s3';
import type { ArtifactKey } from '#model/artifact.ts';
import type { ArtifactGrants, Artifacts, PutOutcome } from '#model/needs/artifacts.ts';
import type { Clock } from '#base/needs/clock.ts';
import { presignGet, presignPut } from './s3-grants.ts';
import { digestOf, getObject, headObject, type NewObject, putObjectOnce } from './s3-objects.ts';

export interface S3ArtifactsDeps {
  readonly client: S3Client;
  readonly bucket: string;
  readonly clock: Clock;
}

/** Keeps artifacts in S3 as `runs/<run>/<name>`, each written once and verified by S3. */
export function createS3Artifacts(deps: S3ArtifactsDeps): ArtifactGrants & Artifacts {
  return {
    async put(key, body) {
      return putOnce(deps, { key: keyOf(key), bytes: await digestOf([body]), body: () => body });
    },
    async putFile(key, path) {
      const bytes = await digestOf(createReadStream(path));
      if (bytes.sizeBytes <= largestUpload) {
        return putOnce(deps, { key: keyOf(key), bytes, body: () => createReadStream(path) });
      }
      throw new Error(`${path} holds ${bytes.sizeBytes} bytes; S3 takes 5 GiB in one upload`);
    },
    get: (key) => getObject(deps, keyOf(key)),
    describe: (key) => headObject(deps, keyOf(key)),
    presignPut: (key, bytes, expiresInMs) =>
      presignPut(deps, { key: keyOf(key), bytes, expiresInMs }),
    presignGet: (key, expiresInMs) => presignGet(deps, { key: keyOf(key), expiresInMs }),
  };
}

const largestUpload = 5 * 2 ** 30;

async function putOnce(deps: S3ArtifactsDeps, object: NewObject): Promise<PutOutcome> {
  const outcome = await putObjectOnce(deps, object);
  if (outcome === 'stored') return { kind: 'stored', ...object.bytes };
  const existing = await headObject(deps, object.key);
  if (existing === undefined) {
    throw new Error(`s3://${deps.bucket}/${object.key} was taken and then removed; put it again`);
  }
  if (existing.sha256 === object.bytes.sha256) return { kind: 'exists', ...existing };
  return { kind: 'conflict', existing };
}

function keyOf(key: ArtifactKey): string {
  return `runs/${key.runId}/${key.name}`;
}
