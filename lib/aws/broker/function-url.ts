import { Buffer } from 'node:buffer';
import type { HttpEvent, HttpResult } from '../runtime/events.ts';
import type { BrokerRequest } from './create-broker.ts';
import type { BrokerResponse } from './response.ts';

/** A request as the URL of a function hands it over; its names of headers are in lower case. */
export function toBrokerRequest(event: HttpEvent): BrokerRequest {
  const { body = '', headers, isBase64Encoded, rawPath, requestContext } = event;
  return {
    method: requestContext.http.method,
    path: rawPath,
    headers,
    body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** Bytes survive the way back as text alone. */
export function toHttpResult({ status, headers, body }: BrokerResponse): HttpResult {
  const text = Buffer.from(body).toString('base64');
  return { statusCode: status, headers: { ...headers }, body: text, isBase64Encoded: true };
}
