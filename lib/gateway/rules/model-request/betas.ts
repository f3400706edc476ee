import type { RequestProblem } from './problem.ts';
import { quoteName } from './problem.ts';

/**
 * Betas of Anthropic that change how a request is written or read, and neither its price nor what the provider does
 * beside the answer. Named without their dates, which come with each release of a client.
 */
const anthropicBetas = new Set([
  'adaptive-thinking',
  'advanced-tool-use',
  'cache-diagnosis',
  'claude-code',
  'claude-code-side-query',
  'context-1m',
  'context-hint',
  'context-management',
  'effort',
  'extended-cache-ttl',
  'fine-grained-tool-streaming',
  'inline-tools',
  'interleaved-thinking',
  'max-tokens',
  'mid-conversation-system',
  'mid-conversation-system-clear-at',
  'mid-conversation-tool-changes',
  'output-128k',
  'per-turn-control',
  'prompt-caching',
  'prompt-caching-evict',
  'prompt-caching-scope',
  'redact-thinking',
  'request-tags',
  'structured-outputs',
  'task-budgets',
  'thinking-binding-controls',
  'thinking-display-updates',
  'thinking-resumption',
  'thinking-token-count',
  'timing',
  'token-counting',
  'token-efficient-tools',
  'tool-examples',
  'tool-provenance',
]);

const openaiBetas = new Set(['responses=experimental', 'responses=v1']);

/** Headers by which clients ask for betas, as they were sent. */
export interface BetaHeaders {
  readonly anthropic: string;
  readonly openai: string;
}

/** The first beta that is not forwarded. */
export function findBetaProblem({ anthropic, openai }: BetaHeaders): RequestProblem | undefined {
  const unknown =
    splitBetas(anthropic).find((name) => !anthropicBetas.has(withoutDate(name))) ??
    splitBetas(openai).find((name) => !openaiBetas.has(name));
  if (unknown === undefined) return undefined;
  const why = 'because it cannot calculate what that costs';
  const sentence = `The gateway does not forward the beta ${quoteName(unknown)}, ${why}; leave it out.`;
  return { code: 'beta_not_allowed', sentence };
}

function splitBetas(header: string): readonly string[] {
  return header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function withoutDate(name: string): string {
  return name.replace(/-(?:\d{8}|\d{4}-\d{2}-\d{2})$/, '');
}
