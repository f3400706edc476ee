import type { ServerResponse } from 'node:http';
import type { RequestProblem } from '#domain/model-request/problem.ts';
import type { Provider } from './routes.ts';

type RefusalCode =
  | RequestProblem['code']
  | 'budget_exceeded'
  | 'budget_held'
  | 'budget_spent'
  | 'key_missing'
  | 'key_rejected'
  | 'model_without_price'
  | 'not_allowed'
  | 'provider_unreachable'
  | 'request_too_large'
  | 'spending_unavailable'
  | 'token_invalid';

export interface Refusal {
  readonly code: RefusalCode;
  readonly sentence: string;
}

// 400 ends each agent at once; 401, 429 and 529 make some of them try for minutes.
const statuses: Readonly<Record<RefusalCode, number>> = {
  beta_not_allowed: 400,
  budget_exceeded: 400,
  budget_held: 503,
  budget_spent: 400,
  content_not_allowed: 400,
  content_not_inline: 400,
  field_not_allowed: 400,
  key_missing: 400,
  key_rejected: 400,
  model_without_price: 400,
  not_allowed: 404,
  provider_unreachable: 502,
  request_invalid: 400,
  request_too_large: 413,
  spending_unavailable: 503,
  token_invalid: 401,
  tool_not_allowed: 400,
};

/** Answers a request in the error shape of its provider, and tells the client whether to try again. */
export function refuse(outgoing: ServerResponse, dialect: Provider, refusal: Refusal): void {
  if (outgoing.headersSent || outgoing.destroyed) return;
  const status = statuses[refusal.code];
  const body = JSON.stringify(shapes[dialect](refusal, errorType(status)));
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-should-retry': String(status >= 500),
  };
  outgoing.writeHead(status, headers).end(body);
}

const shapes: Readonly<Record<Provider, (refusal: Refusal, type: string) => object>> = {
  anthropic: ({ code, sentence: message }, type) => ({
    type: 'error',
    error: { type, message: `${message} (${code})`, code },
  }),
  openai: ({ code, sentence: message }, type) => ({
    error: { message: `${message} (${code})`, type, param: null, code },
  }),
};

function errorType(status: number): string {
  if (status >= 500) return 'api_error';
  if (status === 401) return 'authentication_error';
  return status === 404 ? 'not_found_error' : 'invalid_request_error';
}
