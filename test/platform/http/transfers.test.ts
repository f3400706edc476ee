import { createServer } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpTransfers } from '#platform/http/transfers.ts';
import type { TransferGrant } from '#model/needs/artifacts.ts';
import { bytesOf, factsOf } from '../../contracts/artifacts.ts';
import { type Fault, startFaultyProxy } from '../../support/faulty-proxy.ts';
import { createImpatientClock } from '../../support/manual-clock.ts';

const body = bytesOf('one');

/** A storage that holds one object, behind a proxy whose first requests fail. */
async function setUp(stored: string | undefined, ...faults: readonly Fault[]) {
  const storage = createServer((incoming, outgoing) => {
    incoming.resume();
    if (incoming.method === 'PUT') outgoing.writeHead(stored === undefined ? 200 : 412).end();
    else if (stored === undefined) outgoing.writeHead(404).end();
    else outgoing.writeHead(200, headersOf(stored)).end(stored);
  });
  storage.listen(0, '127.0.0.1');
  await once(storage, 'listening');
  const address = storage.address();
  const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const plan = ({ count }: { readonly count: number }) => faults[count - 1];
  const proxy = await startFaultyProxy({ target, plan });
  onTestFinished(async () => {
    await proxy.stop();
    storage.close();
    storage.closeAllConnections();
  });
  const clock = createImpatientClock();
  const url = `${proxy.endpoint}/object?signature=secret-signature`;
  const head = encodeURIComponent(`${proxy.endpoint}/object?signature=of-head`);
  const sum = Buffer.from(factsOf(body).sha256, 'hex').toString('base64');
  const headers = { 'content-length': '3', 'x-amz-checksum-sha256': sum };
  const expiresAt = clock.now() + 3_600_000;
  const put: TransferGrant = { method: 'PUT', url: `${url}#${head}`, headers, expiresAt };
  const get: TransferGrant = { method: 'GET', url, headers: {}, expiresAt };
  return { transfers: createHttpTransfers(clock), put, get, requests: proxy.requests };
}

function headersOf(text: string): Record<string, string> {
  const digest = Buffer.from(factsOf(bytesOf(text)).sha256, 'hex').toString('base64');
  return { 'x-amz-checksum-sha256': digest, 'content-length': String(text.length) };
}

const failed: Fault = { kind: 'answer', status: 503 };
const refused: Fault = { kind: 'answer', status: 403, body: '<Code>AccessDenied</Code>' };

describe('transfers by http', () => {
  it('send the granted headers and the bytes, and nothing of the fragment', async () => {
    const { transfers, put, requests } = await setUp(undefined);
    expect(await transfers.upload(put, body)).toEqual({ kind: 'stored', ...factsOf(body) });
    expect(requests[0]).toMatchObject({ path: '/object?signature=secret-signature' });
    expect(requests[0]?.headers).toMatchObject(put.headers);
    expect(requests[0]?.body.toString()).toBe('one');
  });

  it('tell bytes that are there already from other bytes, by the signed HEAD', async () => {
    const same = await setUp('one');
    const outcome = await same.transfers.upload(same.put, body);
    expect(outcome).toEqual({ kind: 'exists', ...factsOf(body) });
    expect(same.requests[1]).toMatchObject({ method: 'HEAD', path: '/object?signature=of-head' });
    const different = await setUp('different');
    const conflict = await different.transfers.upload(different.put, body);
    expect(conflict).toEqual({ kind: 'conflict', existing: factsOf(bytesOf('different')) });
  });

  it('say so when the grant has no such HEAD', async () => {
    const { transfers, put } = await setUp('one');
    const bare = { ...put, url: put.url.replace(/#.*/, '') };
    await expect(transfers.upload(bare, body)).rejects.toThrow(/gives no way to ask by what/);
  });

  it('outlast failures that pass', async () => {
    const upload = await setUp(undefined, failed, { kind: 'drop' }, failed);
    expect(await upload.transfers.upload(upload.put, body)).toMatchObject({ kind: 'stored' });
    const download = await setUp('one', { kind: 'cut-answer' }, failed);
    expect(await download.transfers.download(download.get)).toEqual(body);
    expect(download.requests).toHaveLength(3);
  });

  it('give up on failures that last, without showing the signature', async () => {
    const lasting = await setUp(undefined, failed, failed, failed, failed, failed);
    const error = await lasting.transfers.upload(lasting.put, body).catch(String);
    expect(error).toBe(
      'Error: Storage refused the upload with 503 no code; the grant may have expired or been altered; ask for a new one',
    );
    expect(lasting.requests).toHaveLength(4);
    const gone = await setUp('one', ...Array.from({ length: 4 }, (): Fault => ({ kind: 'drop' })));
    await expect(gone.transfers.download(gone.get)).rejects.toThrow(/^fetch failed$/);
  });

  it('do not repeat what was refused', async () => {
    const { transfers, put, get, requests } = await setUp('one', refused, refused);
    await expect(transfers.upload(put, body)).rejects.toThrow(/upload with 403 AccessDenied/);
    await expect(transfers.download(get)).rejects.toThrow(/download with 403 AccessDenied/);
    expect(requests).toHaveLength(2);
  });

  it('refuse grants of other transports', async () => {
    const { transfers, get } = await setUp('one');
    const grant = { ...get, url: 'file:///etc/passwd' };
    await expect(transfers.download(grant)).rejects.toThrow(/for another way of transfer/);
  });
});
