import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createS3Artifacts } from '#aws/s3-artifacts.ts';
import { createHttpTransfers } from '#platform/http/transfers.ts';
import {
  artifactsContract,
  bytesOf,
  factsOf,
  grantsContract,
  keyFor,
} from '../contracts/artifacts.ts';
import { type Fault, startFaultyProxy } from '../support/faulty-proxy.ts';
import { createImpatientClock } from '../support/manual-clock.ts';
import { type Moto, motoStartMs, startMoto } from '../support/moto.ts';
import { racePuts } from '../support/race.ts';
import { makeBucket, testS3Client } from '../support/s3.ts';

let moto: Moto;
beforeAll(async () => {
  moto = await startMoto();
}, motoStartMs);
afterAll(() => moto.stop());

async function makeHarness() {
  const client = testS3Client(moto.endpoint);
  const clock = createImpatientClock();
  const bucket = await makeBucket(client);
  const artifacts = createS3Artifacts({ client, bucket, clock });
  return { client, bucket, clock, artifacts, transfers: createHttpTransfers(clock) };
}

/** The same over a proxy that lets the first requests fail. */
async function makeFaulty(...faults: readonly Fault[]) {
  const sound = await makeHarness();
  let left = faults;
  const plan = () => {
    const [fault, ...rest] = left;
    left = rest;
    return fault;
  };
  const proxy = await startFaultyProxy({ target: moto.endpoint, plan });
  onTestFinished(() => proxy.stop());
  const client = testS3Client(proxy.endpoint);
  const artifacts = createS3Artifacts({ ...sound, client });
  return { ...sound, artifacts, sound: sound.artifacts, requests: proxy.requests };
}

artifactsContract('S3', makeHarness);
grantsContract('S3', makeHarness);

const one = bytesOf('one');
const slowDown: Fault = {
  kind: 'answer',
  status: 503,
  body: '<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>',
};
const internal: Fault = {
  kind: 'answer',
  status: 500,
  body: '<Error><Code>InternalError</Code><Message>We encountered an error.</Message></Error>',
};

describe('artifacts in S3', () => {
  it('lie under their run, and S3 is told digest, length and that the key must be free', async () => {
    const { artifacts, client, bucket, requests } = await makeFaulty();
    await artifacts.put(keyFor('engines/ruff/report.json'), one);
    const Key = 'runs/run-1/engines/ruff/report.json';
    await client.send(new HeadObjectCommand({ Bucket: bucket, Key }));
    // moto records the digest without comparing it with the body; S3 does compare.
    expect(requests[0]?.headers).toMatchObject({
      'content-length': '3',
      'if-none-match': '*',
      'x-amz-checksum-sha256': Buffer.from(factsOf(one).sha256, 'hex').toString('base64'),
    });
  });

  it('are refused when they changed since they were stored', async () => {
    const { artifacts, client, bucket } = await makeHarness();
    const changed = {
      Body: 'changed',
      ChecksumAlgorithm: 'SHA256',
      ChecksumSHA256: Buffer.from(factsOf(one).sha256, 'hex').toString('base64'),
    } as const;
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'runs/run-1/a', ...changed }));
    await expect(artifacts.get(keyFor('a'))).rejects.toThrow(/Checksum mismatch/);
  });

  it('are refused when something else put them there, without a digest', async () => {
    const { artifacts, client, bucket } = await makeHarness();
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'runs/run-1/a', Body: 'x' }));
    const refused = /runs\/run-1\/a has no SHA-256 digest, so Ratchetr did not store it/;
    await expect(artifacts.describe(keyFor('a'))).rejects.toThrow(refused);
    await expect(artifacts.put(keyFor('a'), one)).rejects.toThrow(refused);
  });

  it('are stored once by two processes, and the loser learns of it', async () => {
    const client = testS3Client(moto.endpoint);
    await makeBucket(client, 'artifacts');
    const outcomes = await racePuts('s3', moto.endpoint, { names: 20, slotMs: 30 });
    for (const pair of outcomes) expect(new Set(pair)).toEqual(new Set(['stored', 'conflict']));
  });
});

describe('upload grants of S3', () => {
  // moto checks no signature, so the URL has to show what S3 would hold its bearer to.
  it('are signed for digest, length and a free key, and carry no checksum of their own', async () => {
    const { artifacts, bucket } = await makeHarness();
    const { url, headers } = await artifacts.presignPut(keyFor('a b'), factsOf(one), 90_500);
    const { origin, pathname, searchParams } = new URL(url);
    expect(`${origin}${pathname}`).toBe(`${moto.endpoint}/${bucket}/runs/run-1/a%20b`);
    expect(searchParams.get('X-Amz-SignedHeaders')?.split(';')).toEqual([
      'content-length',
      'host',
      'if-none-match',
      'x-amz-checksum-sha256',
      'x-amz-sdk-checksum-algorithm',
    ]);
    expect(searchParams.get('X-Amz-Expires')).toBe('90');
    expect(searchParams.get('X-Amz-Date')).toBe('20260101T000000Z');
    expect([...searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
    expect(headers).toMatchObject({ 'content-length': '3', 'if-none-match': '*' });
  });

  it('are held to the free key by S3 also when their holder asks twice at once', async () => {
    const { artifacts, transfers } = await makeHarness();
    const grant = await artifacts.presignPut(keyFor('a'), factsOf(one), 60_000);
    const outcomes = await Promise.all([1, 2, 3].map(() => transfers.upload(grant, one)));
    const kinds = outcomes.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b));
    expect(kinds).toEqual(['exists', 'exists', 'stored']);
  });
});

describe('failures of S3', () => {
  for (const fault of [slowDown, internal, { kind: 'drop' }] as const) {
    const name = fault.kind === 'answer' ? `answer ${fault.status}` : 'broken connection';
    it(`are outlasted when they pass: ${name}`, async () => {
      const { artifacts, requests } = await makeFaulty(fault, fault);
      expect(await artifacts.put(keyFor('a'), one)).toMatchObject({ kind: 'stored' });
      expect(requests).toHaveLength(3);
    });
  }

  it('that swallow the answer to a put leave the bytes stored once', async () => {
    const { artifacts, sound } = await makeFaulty({ kind: 'drop-answer' });
    expect(await artifacts.put(keyFor('a'), one)).toEqual({ kind: 'exists', ...factsOf(one) });
    expect(await sound.put(keyFor('a'), bytesOf('two'))).toMatchObject({ kind: 'conflict' });
  });

  it('that cut a download off make it start again', async () => {
    const { artifacts, sound, requests } = await makeFaulty({ kind: 'cut-answer' });
    const body = Buffer.alloc(100_000, 'x');
    await sound.put(keyFor('a'), body);
    expect(body.equals((await artifacts.get(keyFor('a'))) ?? new Uint8Array())).toBe(true);
    expect(requests).toHaveLength(2);
  });

  it('because of another write under way are asked about again', async () => {
    const body = '<Error><Code>ConditionalRequestConflict</Code><Message>Retry.</Message></Error>';
    const { artifacts } = await makeFaulty({ kind: 'answer', status: 409, body });
    expect(await artifacts.put(keyFor('a'), one)).toMatchObject({ kind: 'stored' });
  });

  it('that last, and refusals, are thrown', async () => {
    const lasting = await makeFaulty(...Array.from({ length: 20 }, () => internal));
    await expect(lasting.artifacts.put(keyFor('a'), one)).rejects.toThrow(/encountered an error/);
    const body = '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';
    const denied = await makeFaulty({ kind: 'answer', status: 403, body });
    await expect(denied.artifacts.put(keyFor('a'), one)).rejects.toThrow(/Access Denied/);
    expect(denied.requests).toHaveLength(1);
  });
});
