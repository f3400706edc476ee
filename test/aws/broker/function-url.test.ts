import { describe, expect, it } from 'vitest';
import { toBrokerRequest, toHttpResult } from '#aws/broker/create-broker.ts';
import type { HttpEvent } from '#aws/runtime/events.ts';

const event: HttpEvent = {
  rawPath: '/v1/claim',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  requestContext: { http: { method: 'POST' } },
  isBase64Encoded: false,
};

describe('a request at the URL of the function', () => {
  it('is text as it stands', () => {
    expect(toBrokerRequest({ ...event, body: '{"ü":1}' })).toEqual({
      method: 'POST',
      path: '/v1/claim',
      headers: event.headers,
      body: Buffer.from('{"ü":1}'),
    });
  });

  it('is bytes where it says so, and nothing where there is no body', () => {
    const bytes = Buffer.from([0x1f, 0x8b, 0, 0xff]);
    const body = bytes.toString('base64');
    expect(toBrokerRequest({ ...event, body, isBase64Encoded: true }).body).toEqual(bytes);
    expect(toBrokerRequest(event).body).toEqual(Buffer.of());
  });
});

describe('an answer at the URL of the function', () => {
  it('keeps its bytes', () => {
    const headers = { 'content-encoding': 'gzip' };
    const body = Uint8Array.of(0x1f, 0x8b, 0, 0xff);
    expect(toHttpResult({ status: 200, headers, body })).toEqual({
      statusCode: 200,
      headers,
      body: 'H4sA/w==',
      isBase64Encoded: true,
    });
  });
});
