import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { parseBiomeReport } from './report.ts';

const configNames = ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'];

const rules: readonly ExitRule[] = [
  {
    code: 1,
    report: ['valid-empty'],
    category: 'success',
    completeness: 'partial',
    why: 'biome could not read every file and found nothing in the others.',
  },
  {
    code: 1,
    report: ['absent', 'empty', 'unparseable'],
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: 'biome refused its configuration or an argument; correct it.',
  },
];

const probes: readonly Probe[] = [
  {
    id: 'unreadable-file',
    stream: 'report',
    pattern: String.raw`"category":\s*"(?:fs/|internalError/)|"message":\s*"The size of the file is`,
    effect: 'partial',
    remedy: 'biome did not judge a file that is missing, unreadable or too large; see its report.',
  },
  {
    id: 'not-all-shown',
    stream: 'report',
    pattern: String.raw`"diagnosticsNotPrinted":\s*[1-9]`,
    effect: 'partial',
    remedy: 'biome found more than it reported; pass --max-diagnostics=none.',
  },
];

const signs = {
  files: configNames,
  dependency: '@biomejs/biome',
  otherwise: 'no biome.json and no dependency on @biomejs/biome was found',
};

/** Biome, the linter. It judges file by file. */
export const biome: Engine = {
  id: 'biome',
  title: 'Biome',
  scope: 'per-file',
  program: { kind: 'node-bin', package: '@biomejs/biome', bin: 'biome' },
  versionArgs: ['--version'],
  versionPattern: /^Version: (\S+)/m,
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames: [...configNames, 'package.json'],
  sections: ['biome'],
  judges: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|html|vue|svelte|astro)$/,
  reads: 'scope',
  changed: 'paths',
  nested: 'itself',
  suppressions: ['biome-ignore'],
  tasks: byFile,
  validation: (input) =>
    recheckFiles(biome.program, input, {
      args: ['lint', '--error-on-warnings', '--colors=off'],
      config: (path) => [`--config-path=${path}`],
    }),
  parse: parseBiomeReport,
  check: {
    catalog: { report: 'always', rules, probes },
    spec: (input) => specOf(input, []),
  },
  fix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--write']),
  },
};

function specOf({ plan, scratch }: SpecInput, mode: readonly string[]): RunSpec {
  const report = `${scratch}/biome.json`;
  const config = plan.config.path === null ? [] : [`--config-path=${plan.config.path}`];
  return {
    args: [
      'lint',
      // The file belongs to the reporter before it: with another option between, it gets no JSON.
      '--reporter=json',
      `--reporter-file=${report}`,
      '--colors=off',
      ...mode,
      ...config,
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    env: {},
    reports: { report },
  };
}
