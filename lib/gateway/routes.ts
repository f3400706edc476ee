import type { Provider } from '#model/provider.ts';
import type { ModelApi } from './rules/spending/tokens.ts';

export interface Route {
  readonly provider: Provider;
  readonly api: ModelApi;
  /** The path at the provider. */
  readonly path: string;
  readonly billed: boolean;
}

const billed = true;

// Paths are compared as they were sent, so no form of `..` or of a percent sign leads elsewhere.
const routes = new Map<string, Route>([
  [
    '/anthropic/v1/messages',
    { provider: 'anthropic', api: 'messages', path: '/v1/messages', billed },
  ],
  [
    '/anthropic/v1/messages/count_tokens',
    { provider: 'anthropic', api: 'messages', path: '/v1/messages/count_tokens', billed: false },
  ],
  ['/openai/v1/responses', { provider: 'openai', api: 'responses', path: '/v1/responses', billed }],
  [
    '/openai/v1/chat/completions',
    { provider: 'openai', api: 'chat', path: '/v1/chat/completions', billed },
  ],
]);

/** Finds where a request may go; everything that is not listed goes nowhere. */
export function findRoute(method: string | undefined, target: string): Route | undefined {
  return method === 'POST' ? routes.get(target.replace(/\?.*$/s, '')) : undefined;
}

/** Whose error shape the sender of a request understands. */
export function detectDialect(target: string): Provider {
  return target.startsWith('/openai') ? 'openai' : 'anthropic';
}
