import { createHash } from 'node:crypto';
import { sha256 } from '#model/ids.ts';
import type { PutOutcome, StoredBytes, TransferGrant, Transfers } from '#model/needs/artifacts.ts';
import type { Clock } from '#base/needs/clock.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

/** Uses signed grants with plain requests, so its process needs neither credentials nor an SDK. */
export function createHttpTransfers(clock: Clock): Transfers {
  return {
    async upload(grant, body) {
      checkUsable(clock, grant, 'PUT');
      const bytes = boundBytes(grant, body);
      const { 'content-length': _computed, ...headers } = grant.headers;
      const init = { method: 'PUT', headers, body: Buffer.from(body) };
      const response = await request(clock, grant.url, init);
      if (response.status === 200) return { kind: 'stored', ...bytes };
      if (response.status === 412) return tellApart(clock, grant, bytes);
      throw explainRefusal(response, 'upload');
    },
    async download(grant) {
      checkUsable(clock, grant, 'GET');
      const response = await request(clock, grant.url, { headers: grant.headers });
      if (response.status === 200) return response.body;
      if (response.status === 404) return undefined;
      throw explainRefusal(response, 'download');
    },
  };
}

function checkUsable(clock: Clock, grant: TransferGrant, method: TransferGrant['method']): void {
  if (grant.method !== method) throw new Error(`The transfer grant is for ${grant.method} only`);
  if (!/^https?:$/.test(new URL(grant.url).protocol)) {
    throw new Error(
      'The transfer grant is for another way of transfer; this one takes https: only',
    );
  }
  if (clock.now() < grant.expiresAt) return;
  const expiry = new Date(grant.expiresAt).toISOString();
  throw new Error(`The transfer grant expired at ${expiry}; ask for a new one`);
}

// S3 checks the same, but its answer would come after the whole upload.
function boundBytes(grant: TransferGrant, body: Uint8Array): StoredBytes {
  const digest = createHash('sha256').update(body).digest();
  if (grant.headers['x-amz-checksum-sha256'] === digest.toString('base64')) {
    return { sha256: sha256.parse(digest.toString('hex')), sizeBytes: body.length };
  }
  throw new Error('The transfer grant is for other bytes than these');
}

// The fragment of an upload's URL is a signed HEAD of its key.
async function tellApart(
  clock: Clock,
  grant: TransferGrant,
  offered: StoredBytes,
): Promise<PutOutcome> {
  const headUrl = decodeURIComponent(new URL(grant.url).hash.slice(1));
  if (headUrl === '')
    throw new Error('The key is taken, and the grant gives no way to ask by what');
  const headers = { 'x-amz-checksum-mode': 'ENABLED' };
  const response = await request(clock, headUrl, { method: 'HEAD', headers });
  if (response.status !== 200) throw explainRefusal(response, 'check of the taken key');
  const digest = Buffer.from(response.headers.get('x-amz-checksum-sha256') ?? '', 'base64');
  const existing = {
    sha256: sha256.parse(digest.toString('hex')),
    sizeBytes: Number(response.headers.get('content-length')),
  };
  if (existing.sha256 === offered.sha256) return { kind: 'exists', ...existing };
  return { kind: 'conflict', existing };
}

async function request(clock: Clock, url: string, init: RequestInit): Promise<Answer> {
  for (const pauseMs of [250, 1_000, 4_000]) {
    const answer = await sendOnce(url, init).catch(() => undefined);
    if (answer !== undefined && !passing(answer.status)) return answer;
    await clock.sleep(pauseMs);
  }
  return sendOnce(url, init);
}

// The body belongs to the try: a download that breaks off is repeated.
async function sendOnce(url: string, init: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(requestTimeoutMs);
  const response = await fetch(url, { ...init, signal, redirect: 'error' });
  const { status, headers } = response;
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

const requestTimeoutMs = 300_000;

function passing(status: number): boolean {
  return status >= 500 || [408, 409, 429].includes(status);
}

// The URL is a credential, so the error shows the service's own code only.
function explainRefusal({ status, body }: Answer, what: string): Error {
  const code = /<Code>(\w+)<\/Code>/.exec(Buffer.from(body).toString())?.[1] ?? 'no code';
  const hint = 'the grant may have expired or been altered; ask for a new one';
  return new Error(`Storage refused the ${what} with ${status} ${code}; ${hint}`);
}
