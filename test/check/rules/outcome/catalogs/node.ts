import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** Exit 3 comes with a whole report, made under another configuration than the one that was meant. */
export const pyright: ExitCatalog = {
  rules: [
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CRASHED',
      why: 'pyright had a fatal error; its standard error says more.',
    },
    {
      code: 3,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pyright could not read its configuration and judged under its own; correct the file.',
    },
    {
      code: 4,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pyright refused its arguments; correct them.',
    },
  ],
  probes: [
    {
      id: 'config-ignored',
      stream: 'stderr',
      pattern: '^Config(?: file|.*(?:unrecognized|must contain))',
      effect: 'degraded',
      remedy: 'pyright ignored a part of its configuration; correct what it names.',
    },
  ],
};

export const vitest: ExitCatalog = {
  probes: [
    {
      id: 'missing-dependency',
      stream: 'stderr',
      pattern: 'MISSING DEPENDENCY',
      effect: 'tool-failure',
      reason: 'TOOL_NOT_FOUND',
      remedy: 'vitest lacks a package that its configuration asks for; install it.',
    },
    {
      id: 'config-broken',
      stream: 'stderr',
      pattern: 'failed to load config|Startup Error|Unknown option',
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy: 'vitest refused its arguments or its configuration; correct them.',
    },
    {
      id: 'file-not-loaded',
      stream: 'report',
      pattern: String.raw`"assertionResults":\s*\[\]`,
      effect: 'partial',
      remedy: 'A test file could not be loaded, so its tests did not run; repair it.',
    },
  ],
};

export const eslint: ExitCatalog = {
  rules: [
    {
      code: 2,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'eslint reported in full and ends so for a syntax error or unused suppressions.',
    },
    {
      code: 2,
      report: ['absent', 'empty', 'unparseable'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'eslint crashed or refused its configuration or an argument; correct it.',
    },
  ],
  probes: [
    {
      id: 'no-match',
      stream: 'stderr',
      pattern: 'No files matching|All files matched by .* are ignored',
      effect: 'no-input',
      remedy: 'No file matches its scope; see whether it names what it should.',
    },
  ],
};

/** The codes 1 and 2 change sides between versions; the numbers of the errors tell. */
export const tsc: ExitCatalog = {
  report: 'when-findings',
  probes: [
    {
      id: 'project-broken',
      stream: 'report',
      pattern: String.raw`^(?:error|\S*tsconfig\S*\(\d+,\d+\): error) TS(?:[56]|18)\d{3}:`,
      effect: 'tool-failure',
      reason: 'CONFIG_INVALID',
      remedy: 'tsc refused its arguments or its project file; correct what it names.',
    },
    {
      id: 'syntax-error',
      stream: 'report',
      pattern: String.raw`\): error TS1\d{3}:`,
      effect: 'partial',
      remedy: 'A syntax error hides the type errors of every file; repair it first.',
    },
  ],
};

export const biome: ExitCatalog = {
  rules: [
    {
      code: 1,
      report: ['valid-empty'],
      category: 'unknown',
      reason: 'EMPTY_SCOPE',
      why: 'biome judged no file; see whether its scope names what it should.',
    },
    {
      code: 1,
      report: ['absent', 'empty', 'unparseable'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'biome refused its configuration or an argument; correct it.',
    },
  ],
  probes: [
    {
      id: 'unreadable-file',
      stream: 'report',
      pattern: String.raw`"category":\s*"fs/cantRead"`,
      effect: 'degraded',
      remedy: 'A file of its scope cannot be read; take it out or correct it.',
    },
  ],
};

export const oxlint: ExitCatalog = {
  rules: [
    {
      code: 1,
      report: ['absent', 'empty', 'unparseable'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'oxlint refused its configuration or an argument; correct it.',
    },
  ],
  probes: [
    {
      id: 'no-files',
      stream: 'stdout',
      pattern: '^No files found',
      effect: 'no-input',
      remedy: 'No file matches its scope; see whether it names what it should.',
    },
  ],
};
