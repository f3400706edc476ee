import type { AgentTrouble } from '#repair/rules/session/agent-trouble.ts';
import type { Provider } from '#model/provider.ts';
import type { ForwardResult } from './forward.ts';
import type { GatewayRefusal } from './refusals.ts';
import type { ProviderFailure } from './usage-meter.ts';

const kinds: Readonly<Partial<Record<GatewayRefusal['code'], AgentTrouble['kind']>>> = {
  attempt_too_small: 'account',
  budget_held: 'provider',
  budget_spent: 'budget',
  call_denied: 'account',
  key_missing: 'account',
  key_rejected: 'account',
  model_without_price: 'account',
  provider_unreachable: 'provider',
  spending_unavailable: 'provider',
};

/** How a program asks, whatever it asks for. */
const ofPrograms: ReadonlySet<GatewayRefusal['code']> = new Set([
  'beta_not_allowed',
  'field_not_allowed',
  'tool_not_allowed',
]);

/**
 * What one of our own refusals says of all requests that would follow it. Where no request was answered yet, a program
 * that asks for what is not forwarded does so in each of its attempts.
 */
export function troubleOfRefusal(
  { code, sentence }: GatewayRefusal,
  { isFirst }: { readonly isFirst: boolean },
): AgentTrouble | undefined {
  const kind = isFirst && ofPrograms.has(code) ? 'account' : kinds[code];
  return kind && { kind, sentence };
}

interface Asked {
  readonly provider: Provider;
  readonly model: string;
  /** Milliseconds after which the end of an attempt is the fault of a provider that says nothing. */
  readonly longSilence: number;
}

type Answered = Extract<ForwardResult, { readonly kind: 'answered' }>;

/** What the answer of a provider says of all requests that would follow it. */
export function troubleOfAnswer(
  { provider, model, longSilence }: Asked,
  ending: ForwardResult,
): AgentTrouble | undefined {
  if (wasBrokenOff(ending) && ending.silentMs >= longSilence) {
    const seconds = Math.round(ending.silentMs / 1_000);
    const sentence = `The provider ${provider} sent nothing for ${seconds} seconds, until the attempt ended.`;
    return { kind: 'provider', sentence };
  }
  if (ending.kind !== 'answered') return undefined;
  const { status, retryAfterMs, meter } = ending;
  if (status === 402 || hasNoCredit(meter.failure)) {
    return { kind: 'account', sentence: `The account at ${provider} has no credit left.` };
  }
  if (status === 404) {
    const sentence = `The provider ${provider} does not know the model ${model} or does not allow this account to use it; choose another model.`;
    return { kind: 'account', sentence };
  }
  if (status < 400) return troubleOfCutAnswer(provider, ending);
  if (status !== 408 && status !== 429 && status < 500) return undefined;
  const sentence = `The provider ${provider} is overloaded or failing: it answered with status ${status}.`;
  return { kind: 'provider', sentence, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Whether the client broke it off. What it does not wait for says nothing of the provider, good or bad. */
export function wasBrokenOff(
  ending: ForwardResult,
): ending is Extract<ForwardResult, { readonly silentMs: number }> {
  return (ending.kind === 'answered' || ending.kind === 'unanswered') && ending.byClient;
}

/** Not all providers have a status of its own for that. */
function hasNoCredit(failure: ProviderFailure | undefined): boolean {
  const { code, type, message } = failure ?? {};
  const words = /^(?:insufficient_quota|billing_\w+)$/;
  return (
    words.test(code ?? '') ||
    words.test(type ?? '') ||
    /credit balance is too low/i.test(message ?? '')
  );
}

/** A status tells of the beginning only: a stream may fail, or end, in the middle. */
function troubleOfCutAnswer(
  provider: Provider,
  { meter: { failure }, byClient, isCut }: Answered,
): AgentTrouble | undefined {
  if (byClient || (failure === undefined && !isCut)) return undefined;
  const { code, type } = failure ?? {};
  const isTheirs = /overload|rate_limit|server_error|api_error|timeout|slow_down|unavailable/;
  if (failure !== undefined && !isTheirs.test(`${type} ${code}`)) return undefined;
  return {
    kind: 'provider',
    sentence: `The provider ${provider} is overloaded or failing: it stopped in the middle of an answer.`,
  };
}
