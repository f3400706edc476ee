import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { moduleMissing } from './module-missing.ts';

export const pylint: ExitCatalog = {
  convention: 'pylint',
  rules: [
    {
      code: 32,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pylint refused its arguments or its configuration; correct them.',
    },
  ],
  probes: [
    moduleMissing('pylint'),
    {
      id: 'fatal-message',
      stream: 'report',
      pattern: String.raw`"type":\s*"fatal"`,
      effect: 'partial',
      remedy: 'pylint could not judge a file; the fatal message names it.',
    },
    {
      id: 'config-unreadable',
      stream: 'stdout',
      pattern: String.raw`\bF0011\b`,
      effect: 'degraded',
      remedy: 'pylint could not read its configuration and judged under its own; correct the file.',
    },
    {
      id: 'config-ignored',
      stream: 'report',
      pattern: String.raw`"messageId":\s*"(?:E0013|E0015|W0012)"`,
      effect: 'degraded',
      remedy: 'pylint ignored a part of its configuration; correct what it names.',
    },
  ],
};

export const tombi: ExitCatalog = {
  convention: 'tombi',
  rules: [
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'tombi refused its arguments; correct them.',
    },
  ],
  probes: [
    {
      id: 'unreadable-file',
      stream: 'report',
      pattern: String.raw`"code":\s*"io-error"`,
      effect: 'partial',
      remedy: 'A file is missing or not UTF-8; take it out of the scope or correct it.',
    },
    {
      id: 'config-unreadable',
      stream: 'stderr',
      pattern: 'failed to parse config file',
      effect: 'degraded',
      remedy: 'tombi could not read its configuration and judged under its own; correct the file.',
    },
  ],
};
