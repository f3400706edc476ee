import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';

/** What pyright means by the way it ends. Of a configuration it tells on its standard error alone. */
export const pyrightCatalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CRASHED',
      why: 'pyright had a fatal error; its standard error says more.',
    },
    {
      // The report beside it is whole, yet of other files and other rules than those that were meant.
      code: 3,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pyright could not read its configuration and judged under its own; correct the file.',
    },
    {
      code: 4,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pyright refused its arguments; correct what its standard error names.',
    },
  ],
  probes: [
    {
      id: 'config-ignored',
      stream: 'stderr',
      pattern: '^Config (?:file|contains|")',
      effect: 'degraded',
      remedy: 'pyright ignored a part of its configuration; correct what it names.',
    },
    {
      id: 'path-missing',
      stream: 'stderr',
      pattern:
        // Older versions say it of the folder that nobody named, too.
        String.raw`^(?!stubPath .*/typings is )(?:File or directory .* does not exist|.* is not a valid directory|venv .* not found)`,
      effect: 'degraded',
      remedy: 'A path of its configuration is not there; correct it.',
    },
  ],
};
