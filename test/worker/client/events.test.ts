import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createS3Artifacts } from '#aws/s3-artifacts.ts';
import { createS3EventSegments } from '#aws/s3-event-segments.ts';
import { createBrokerArtifacts } from '#worker/client/stores.ts';
import { createBrokerEventLog } from '#worker/client/events.ts';
import { createHttpTransfers } from '#platform/http/transfers.ts';
import type { RunId } from '#model/ids.ts';
import { bytesOf, keyFor } from '../../contracts/artifacts.ts';
import { eventAt, eventsContract, run, timesOf } from '../../contracts/events.ts';
import { clientOf, secretOf, setUpBroker } from '../../support/broker.ts';
import { type Fault, startFaultyProxy } from '../../support/faulty-proxy.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { type Moto, motoStartMs, startMoto } from '../../support/moto.ts';
import { readSegments } from '../../support/read-events.ts';
import { makeBucket, testS3Client } from '../../support/s3.ts';
import { runId, t0, workerId } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { openStores } from '../../store/sqlite/stores.ts';

let moto: Moto;
beforeAll(async () => {
  moto = await startMoto();
}, motoStartMs);
afterAll(() => moto.stop());

/** The run of the contract beside its own. */
const other = runId('run-1.2');

async function setUp(plan: () => Fault | undefined = () => undefined) {
  const stores = await openStores(join(await tempFolder(), 'state.db'));
  const client = testS3Client(moto.endpoint);
  const place = { client, bucket: await makeBucket(client), clock: createManualClock(t0) };
  const { plant, url } = await setUpBroker({
    ...stores,
    artifacts: createS3Artifacts(place),
    segments: createS3EventSegments(place),
  });
  for (const id of [run, other]) await plant(id, 'running');
  const proxy = await startFaultyProxy({ target: url, plan });
  onTestFinished(() => proxy.stop());
  const clock = createManualClock(t0);
  const warnings: unknown[] = [];
  const log = { warn: (message: string) => void warnings.push(message) };
  let workers = 0;
  const connect = (id: RunId = run) => clientOf(proxy.endpoint, secretOf(id));
  const open = (id: RunId = run, worker = `worker-${(workers += 1)}`) =>
    createBrokerEventLog(
      { client: connect(id), clock, log },
      { runId: id, workerId: workerId(worker) },
    );
  const read = (id: RunId) => readSegments(client, place.bucket, id);
  const keys = async () => {
    const listed = await client.send(new ListObjectsV2Command({ Bucket: place.bucket }));
    const all = (listed.Contents ?? []).map(({ Key = '' }) => Key);
    return all.filter((key) => key.includes('/events/'));
  };
  return { open, read, clock, warnings, keys, connect };
}

eventsContract('the broker', async () => setUp());

describe('the event log of a worker', () => {
  it('sends nothing at once, and what waits after two seconds', async () => {
    const { open, clock, keys, read } = await setUp();
    const log = open();
    await log.emit(eventAt(1));
    await log.emit(eventAt(2));
    expect(await keys()).toEqual([]);
    expect(clock.sleeping()).toEqual([2_000]);
    clock.advance(2_000);
    await log.flush();
    expect(await keys()).toEqual(['runs/run-1/events/worker-1/000001.jsonl']);
    expect(timesOf((await read(run)).events)).toEqual([1, 2]);
  });

  it('sends a piece that got no answer again as it was, so that it stands there once', async () => {
    let faults = 0;
    const { open, keys, read } = await setUp(() => {
      faults += 1;
      return faults <= 2 ? { kind: 'drop-answer' } : undefined;
    });
    const log = open();
    await log.emit(eventAt(1));
    await log.flush();
    await log.emit(eventAt(2));
    await log.close();
    expect(await keys()).toHaveLength(2);
    expect(timesOf((await read(run)).events)).toEqual([1, 2]);
  });

  it('holds nothing up in an outage, and catches up after it in order', async () => {
    let isDown = true;
    const down: Fault = { kind: 'answer', status: 503, body: '{"reason":"down"}' };
    const { open, read } = await setUp(() => (isDown ? down : undefined));
    const log = open();
    const text = 'x'.repeat(100_000);
    for (let at = 0; at < 6; at += 1) await log.emit(eventAt(at, { payload: { at, text } }));
    await expect(log.flush()).rejects.toThrow(/gave no answer to append-events: 503 down/);
    isDown = false;
    await log.emit(eventAt(6));
    await log.close();
    expect(timesOf((await read(run)).events)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  it('does not write over another log of the same name', async () => {
    const { open, read } = await setUp();
    const [first, second] = [open(run, 'worker-a'), open(run, 'worker-a')];
    await first.emit(eventAt(1));
    await first.close();
    await second.emit(eventAt(2));
    await expect(second.close()).rejects.toThrow(/409: Another log of worker-a/);
    expect(timesOf((await read(run)).events)).toEqual([1]);
  });
});

describe('artifacts through the broker in S3', () => {
  it('go straight there by grants, once', async () => {
    const { connect } = await setUp();
    const transfers = createHttpTransfers(createManualClock(t0));
    const artifacts = createBrokerArtifacts(connect(), transfers);
    const key = keyFor('reports/ruff.json');
    expect(await artifacts.put(key, bytesOf('one'))).toMatchObject({ kind: 'stored' });
    expect(await artifacts.put(key, bytesOf('one'))).toMatchObject({ kind: 'exists' });
    expect(await artifacts.put(key, bytesOf('two'))).toMatchObject({ kind: 'conflict' });
    expect(Buffer.from((await artifacts.get(key)) ?? []).toString()).toBe('one');
  });
});
