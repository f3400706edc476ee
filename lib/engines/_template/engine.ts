import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { parseTemplateReport } from './report.ts';

/** Only what the exit codes and the report do not tell by themselves; measure, for pages of help are often wrong. */
const catalog: ExitCatalog = {
  report: 'always',
  rules: [
    {
      code: 2,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'template refused its arguments or its configuration; correct them.',
    },
  ],
  probes: [
    {
      id: 'unknown-key',
      stream: 'stderr',
      pattern: '^warning: unknown key',
      effect: 'degraded',
      remedy: 'template ignored a part of its configuration; correct what it names.',
    },
  ],
};

const signs = {
  files: ['template.toml'],
  tables: ['template'],
  otherwise: 'no template.toml and no [tool.template] was found',
};

/** What one copies to add an engine: a linter that judges file by file. No registry names it. */
export const template: Engine = {
  id: '_template',
  title: 'Template',
  loads: 'nothing',
  scope: 'per-file',
  program: { kind: 'python-module', module: 'template' },
  versionArgs: ['--version'],
  versionPattern: /^template (\S+)/m,
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames: ['template.toml', 'pyproject.toml'],
  sections: ['template'],
  judges: /\.py$/,
  reads: 'scope',
  changed: 'paths',
  nested: 'itself',
  suppressions: [String.raw`#\s*template:\s*off`],
  tasks: byFile,
  validation: (input) =>
    recheckFiles(template.program, input, {
      args: ['--no-cache'],
      config: (path) => ['--config', path],
    }),
  parse: parseTemplateReport,
  check: { catalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      '--format',
      'json',
      '--cache-dir',
      `${scratch}/cache`,
      ...config,
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    env: {},
    reports: {},
  };
}
