import type { HttpEvent } from '#cloud/events.ts';
import { describe, expect, it } from 'vitest';
import { requestOf, resultOf } from '#cloud/broker/function-url.ts';

const event: HttpEvent = {
  version: '2.0',
  routeKey: '$default',
  rawPath: '/v1/claim',
  rawQueryString: '',
  headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
  requestContext: {
    accountId: 'anonymous',
    apiId: 'broker',
    domainName: 'broker.lambda-url.eu-west-1.on.aws',
    domainPrefix: 'broker',
    http: {
      method: 'POST',
      path: '/v1/claim',
      protocol: 'HTTP/1.1',
      sourceIp: '192.0.2.1',
      userAgent: 'node',
    },
    requestId: 'request',
    routeKey: '$default',
    stage: '$default',
    time: '12/Mar/2020:19:03:58 +0000',
    timeEpoch: 1_583_348_638_390,
  },
  isBase64Encoded: false,
};

describe('a request at the URL of the function', () => {
  it('is text as it stands', () => {
    expect(requestOf({ ...event, body: '{"ü":1}' })).toEqual({
      method: 'POST',
      path: '/v1/claim',
      headers: event.headers,
      body: Buffer.from('{"ü":1}'),
    });
  });

  it('is bytes where it says so, and nothing where there is no body', () => {
    const bytes = Buffer.from([0x1f, 0x8b, 0, 0xff]);
    const body = bytes.toString('base64');
    expect(requestOf({ ...event, body, isBase64Encoded: true }).body).toEqual(bytes);
    expect(requestOf(event).body).toEqual(Buffer.of());
  });
});

describe('an answer at the URL of the function', () => {
  it('keeps its bytes', () => {
    const headers = { 'content-encoding': 'gzip' };
    const body = Uint8Array.of(0x1f, 0x8b, 0, 0xff);
    expect(resultOf({ status: 200, headers, body })).toEqual({
      statusCode: 200,
      headers,
      body: 'H4sA/w==',
      isBase64Encoded: true,
    });
  });
});
