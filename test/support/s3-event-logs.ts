import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { onTestFinished } from 'vitest';
import { createS3EventReader } from '#aws/s3-event-reader.ts';
import { createS3EventLog } from '#aws/s3-events.ts';
import { createIds } from '#platform/system/ids.ts';
import { workerId } from '#model/ids.ts';
import { run, timesOf } from '../contracts/events.ts';
import { type Fault, type ProxiedRequest, startFaultyProxy } from './faulty-proxy.ts';
import { createManualClock } from './manual-clock.ts';
import type { Moto } from './moto.ts';
import { makeBucket, testS3Client } from './s3.ts';

type Plan = (request: ProxiedRequest) => Fault | undefined;

/** A bucket, seen by the logs through a proxy and by the test directly. */
export async function setUpEventLogs(moto: Moto, plan: Plan = () => undefined) {
  const direct = testS3Client(moto.endpoint);
  const bucket = await makeBucket(direct);
  const proxy = await startFaultyProxy({ target: moto.endpoint, plan: (request) => plan(request) });
  onTestFinished(() => proxy.stop());
  const client = testS3Client(proxy.endpoint, 1);
  const clock = createManualClock();
  // The pauses between tries are over at once; the age of the buffer moves by hand.
  const sleep: typeof clock.sleep = (milliseconds, signal) =>
    milliseconds < 5_000 ? Promise.resolve() : clock.sleep(milliseconds, signal);
  const warnings: unknown[] = [];
  const log = { warn: (message: string) => void warnings.push(message) };
  const deps = { client, clock: { sleep }, ids: createIds({ clock }), log };
  const open = (worker: string, runId = run) =>
    createS3EventLog(deps, { bucket, runId, workerId: workerId.parse(worker) });
  const keys = async () => {
    const { Contents = [] } = await direct.send(
      new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1_000 }),
    );
    return Contents.map(({ Key = '' }) => Key.replace('runs/run-1/events/', ''));
  };
  const reader = createS3EventReader({ client: direct, bucket, clock: { sleep } });
  const times = async () => timesOf((await reader.read(run)).events);
  return { direct, bucket, clock, open, keys, reader, times, warnings, requests: proxy.requests };
}
