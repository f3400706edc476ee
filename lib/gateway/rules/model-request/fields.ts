import type { ModelApi } from '../spending/tokens.ts';
import { type Fields, isFields, quoteName, type RequestProblem } from './problem.ts';

type Rule = (value: unknown) => boolean;

const any: Rule = () => true;

/**
 * What a request may say, by interface. The rest may cost what no usage tells, be fetched by the provider or go on after
 * the answer; so a field that is not listed is not forwarded, whatever it is.
 */
const rules: Readonly<Record<ModelApi, Readonly<Record<string, Rule>>>> = {
  messages: {
    ...anyValueOf('model', 'messages', 'system', 'tools', 'tool_choice', 'max_tokens', 'stream'),
    ...anyValueOf('temperature', 'top_p', 'top_k', 'stop_sequences', 'metadata'),
    ...anyValueOf('thinking', 'output_config', 'output_format', 'cache_control'),
    context_management: onlyForgets,
    mcp_servers: isEmptyList,
    service_tier: oneOfValues('auto', 'standard_only'),
    speed: oneOfValues('standard'),
    // In some places a token costs more.
    inference_geo: oneOfValues('global'),
  },
  responses: {
    ...anyValueOf('model', 'input', 'tools', 'tool_choice', 'parallel_tool_calls'),
    ...anyValueOf('max_output_tokens', 'max_tool_calls', 'stream', 'stream_options', 'include'),
    ...anyValueOf('temperature', 'top_p', 'top_logprobs', 'truncation', 'text'),
    ...anyValueOf('prompt_cache_key', 'prompt_cache_retention', 'prompt_cache_options', 'store'),
    ...anyValueOf('metadata', 'client_metadata', 'user', 'safety_identifier'),
    background: oneOfValues(false),
    // As a list it holds items, which may name what is elsewhere.
    instructions: (value) => typeof value === 'string',
    reasoning: thinksOnce,
    service_tier: oneOfValues('auto', 'default', 'flex'),
  },
  chat: {
    ...anyValueOf('model', 'messages', 'tools', 'tool_choice', 'parallel_tool_calls', 'n'),
    ...anyValueOf('functions', 'function_call', 'max_tokens', 'max_completion_tokens'),
    ...anyValueOf('stream', 'stream_options', 'temperature', 'top_p', 'stop', 'seed', 'logit_bias'),
    ...anyValueOf('presence_penalty', 'frequency_penalty', 'logprobs', 'top_logprobs'),
    ...anyValueOf('response_format', 'reasoning_effort', 'verbosity', 'store', 'metadata', 'user'),
    ...anyValueOf('prompt_cache_key', 'prompt_cache_retention', 'prompt_cache_options'),
    ...anyValueOf('safety_identifier'),
    modalities: (value) => Array.isArray(value) && value.every((one) => one === 'text'),
    service_tier: oneOfValues('auto', 'default', 'flex'),
  },
};

/** The first field that is not forwarded; one that is null says nothing. */
export function findFieldProblem(api: ModelApi, request: Fields): RequestProblem | undefined {
  const known = rules[api];
  for (const [name, value] of Object.entries(request)) {
    if (value === null || value === undefined) continue;
    const rule = Object.hasOwn(known, name) ? known[name] : undefined;
    if (rule === undefined) {
      const why = 'because it cannot calculate what that costs';
      return refuseField(
        `The gateway does not forward the field ${quoteName(name)}, ${why}; leave it out.`,
      );
    }
    if (!rule(value)) {
      const why = 'because that can cost more than its price list says';
      return refuseField(
        `The gateway does not forward this value of the field "${name}", ${why}; leave the field out.`,
      );
    }
  }
  return undefined;
}

function refuseField(sentence: string): RequestProblem {
  return { code: 'field_not_allowed', sentence };
}

function anyValueOf(...names: readonly string[]): Readonly<Record<string, Rule>> {
  return Object.fromEntries(names.map((name) => [name, any]));
}

function oneOfValues(...values: readonly unknown[]): Rule {
  return (value) => values.includes(value);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** To compact a conversation is an answer of its own, which the usage of the request leaves out. */
function onlyForgets(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { edits = [], ...others } = value;
  return (
    Object.keys(others).length === 0 &&
    Array.isArray(edits) &&
    edits.every((edit) => isFields(edit) && isClearing(edit['type']))
  );
}

function isClearing(type: unknown): boolean {
  return typeof type === 'string' && type.startsWith('clear_');
}

/** Other modes think in several passes, and no provider tells whether the limit of the answer holds for all of them. */
function thinksOnce(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { mode } = value;
  return mode === undefined || mode === null || mode === 'standard';
}
