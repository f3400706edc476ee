import type { AgentTrouble } from '#domain/session/agent-trouble.ts';
import type { Ending } from './forward.ts';
import type { Refusal } from './refusals.ts';
import type { Provider } from './routes.ts';

const kinds: Readonly<Partial<Record<Refusal['code'], AgentTrouble['kind']>>> = {
  budget_spent: 'budget',
  key_missing: 'account',
  key_rejected: 'account',
  model_without_price: 'account',
  provider_unreachable: 'provider',
  spending_unavailable: 'provider',
};

/** What one of our own refusals says of all requests that would follow it. */
export function troubleOfRefusal({ code, sentence }: Refusal): AgentTrouble | undefined {
  const kind = kinds[code];
  return kind && { kind, sentence };
}

/** What the answer of a provider says of all requests that would follow it. */
export function troubleOfAnswer(provider: Provider, ending: Ending): AgentTrouble | undefined {
  if (ending.kind !== 'answered' || ending.status < 400) return undefined;
  const { status, retryAfterMs } = ending;
  if (status === 402) {
    return { kind: 'account', sentence: `The account at ${provider} has no credit left.` };
  }
  if (status !== 408 && status !== 429 && status < 500) return undefined;
  const sentence = `The provider ${provider} is busy or broken: it answered with status ${status}.`;
  return { kind: 'provider', sentence, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
