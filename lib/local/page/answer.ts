import type { ServerResponse } from 'node:http';

/** What a request is answered with. */
export interface Answer {
  readonly status: number;
  readonly type: 'text/plain' | 'text/html' | 'application/json';
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function textAnswer(
  status: number,
  sentence: string,
  headers: Answer['headers'] = {},
): Answer {
  return { status, type: 'text/plain', body: `${sentence}\n`, headers };
}

/** No answer may enter caches, frames or other sites; a page itself says what it may load. */
const always = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function sendAnswer(response: ServerResponse, answer: Answer): void {
  const { status, type, body, headers } = answer;
  const policy = type === 'text/html' ? '' : "default-src 'none'; ";
  response.writeHead(status, {
    ...always,
    'content-security-policy': `${policy}frame-ancestors 'none'`,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}
