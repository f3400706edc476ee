import type { ServerResponse } from 'node:http';
import type { Provider } from '#model/provider.ts';
import { priceSource } from './rules/spending/list-prices.ts';
import type { RequestProblem } from './rules/model-request/problem.ts';

type RefusalCode =
  | RequestProblem['code']
  | 'attempt_too_small'
  | 'budget_exceeded'
  | 'budget_held'
  | 'budget_spent'
  | 'call_denied'
  | 'key_missing'
  | 'key_rejected'
  | 'model_without_price'
  | 'not_allowed'
  | 'provider_unreachable'
  | 'request_too_large'
  | 'spending_unavailable'
  | 'token_invalid';

export interface GatewayRefusal {
  readonly code: RefusalCode;
  readonly sentence: string;
}

// 400 ends each agent at once; 401, 429 and 529 make some of them try for minutes.
const statuses: Readonly<Record<RefusalCode, number>> = {
  attempt_too_small: 400,
  beta_not_allowed: 400,
  budget_exceeded: 400,
  budget_held: 503,
  budget_spent: 400,
  call_denied: 400,
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
export function sendRefusal(
  outgoing: ServerResponse,
  dialect: Provider,
  refusal: GatewayRefusal,
): void {
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

const shapes: Readonly<Record<Provider, (refusal: GatewayRefusal, type: string) => object>> = {
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

/** For a request whose answer, if there was one, cannot be forwarded. */
export function noAnswer(provider: Provider, why: keyof typeof silences): GatewayRefusal {
  const sentence = `The provider ${provider} ${silences[why]}; try again later.`;
  return { code: 'provider_unreachable', sentence };
}

const silences = {
  unreached: 'cannot be reached',
  unanswered: 'closed the connection, redirected the request or did not answer in time',
  unreadable: 'sent an answer whose cost the gateway cannot read',
} as const;

export function keyRejected(provider: Provider): GatewayRefusal {
  const sentence = `The provider ${provider} rejected the API key of the gateway; ${keyAdvice(provider)}`;
  return { code: 'key_rejected', sentence };
}

export function callDenied(provider: Provider, model: string): GatewayRefusal {
  const sentence = `The provider ${provider} accepts the API key of the gateway but does not allow it to call ${model}; choose another model or another key: ${keyAdvice(provider)}`;
  return { code: 'call_denied', sentence };
}

export function withoutPrice(model: string): GatewayRefusal {
  const name = /^[\w./:@-]{1,100}$/.test(model) ? model : 'of this request';
  const sentence = `The model ${name} has no price in the list of ${priceSource.checked}, so the gateway cannot keep it within a budget; set its price in models.prices or choose a model that has one.`;
  return { code: 'model_without_price', sentence };
}

export function keyMissing(provider: Provider): GatewayRefusal {
  const sentence = `The gateway has no key for ${provider}; ${keyAdvice(provider)}`;
  return { code: 'key_missing', sentence };
}

/** Where people put the key: it has another name in each place. */
function keyAdvice(provider: Provider): string {
  const variable = `${provider.toUpperCase()}_API_KEY`;
  return `set ${variable} or the variable that models.keys.${provider} names; on AWS run \`ratchetr setup --model-key ${provider}\`.`;
}

export function requestTooLarge(maxBytes: number): GatewayRefusal {
  const sentence = `The request is larger than ${maxBytes} bytes; send a smaller request.`;
  return { code: 'request_too_large', sentence };
}
