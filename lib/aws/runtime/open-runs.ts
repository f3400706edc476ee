import { createDynamoRunStore } from '#store/dynamo/run-store.ts';
import { createS3Artifacts } from '../s3-artifacts.ts';
import { createS3Client } from '../s3-client.ts';
import { requireSetting } from './needed.ts';
import type { Control } from './open-control.ts';

/** The runs of workspaces, and what they leave behind. */
export function openRuns({ env, clock, table }: Control) {
  const client = createS3Client({ region: requireSetting(env, 'region') });
  const bucket = requireSetting(env, 'bucket');
  const artifacts = createS3Artifacts({ client, bucket, clock });
  const claims = { leaseGraceMs: 5_000, sweepEveryMs: 1_000, random: () => Math.random() };
  return { artifacts, runs: createDynamoRunStore({ table, clock, artifacts, ...claims }) };
}
