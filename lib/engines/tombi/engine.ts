import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { parseTombiReport } from './report.ts';

const ownFiles = ['tombi.toml', '.tombi.toml'];

const catalog: ExitCatalog = {
  convention: 'tombi',
  report: 'always',
  rules: [
    {
      code: 1,
      report: ['valid-empty'],
      category: 'success',
      completeness: 'partial',
      why: 'tombi could not read every file and found nothing in the others.',
    },
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'tombi refused its arguments; correct them.',
    },
  ],
  probes: [
    {
      id: 'config-broken',
      stream: 'stderr',
      pattern: 'failed to parse config file',
      effect: 'degraded',
      remedy: 'tombi could not read its configuration and judged under its defaults; correct it.',
    },
    {
      id: 'no-files',
      stream: 'stderr',
      pattern: '^No files linted',
      effect: 'no-input',
      remedy: 'No TOML file is in its scope; see whether it names what it should.',
    },
    {
      id: 'unreadable-file',
      stream: 'report',
      pattern: String.raw`"code":\s*"io-error"`,
      effect: 'partial',
      remedy: 'A file could not be read; see that it exists and is UTF-8.',
    },
  ],
};

const signs = {
  files: ownFiles,
  tables: ['tombi'],
  otherwise: 'no tombi.toml and no [tool.tombi] was found',
};

/** Tombi, the linter of TOML. It judges file by file, and finds its configuration only by itself. */
export const tombi: Engine = {
  id: 'tombi',
  title: 'Tombi',
  loads: 'nothing',
  scope: 'per-file',
  program: { kind: 'binary', name: 'tombi' },
  versionArgs: ['--version'],
  versionPattern: /^tombi (\S+)/m,
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames: [...ownFiles, 'pyproject.toml'],
  sections: ['tombi'],
  judges: /\.toml$/,
  reads: 'scope',
  changed: 'paths',
  nested: 'itself',
  // With a colon before it, it speaks of the whole file.
  suppressions: [String.raw`#:?\s*tombi\b`, String.raw`#:schema\b`],
  tasks: byFile,
  validation: (input) =>
    recheckFiles(tombi.program, input, {
      args: ['lint', '--offline', '--error-on-warnings'],
      config: () => [],
    }),
  parse: parseTombiReport,
  check: { catalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const report = `${scratch}/tombi.json`;
  return {
    args: [
      'lint',
      '--offline',
      '--diagnostics-format',
      'json',
      '--diagnostics-file',
      report,
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    // Schemas that the user fetched earlier would make it judge otherwise than elsewhere.
    env: { TOMBI_CACHE_HOME: `${scratch}/cache` },
    reports: { report },
  };
}
