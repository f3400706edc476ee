import { isOlder } from '#base/version-order.ts';
import { blankWords } from '#check/rules/sources/blank-words.ts';
import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { listUnused, startedBy, verbOf } from './parts.ts';
import { parseBiomeReport, printsBiomeLines, printsBiomeReport } from './report.ts';

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

/** Biome, with the parts of it by which the project checks. It judges file by file. */
export const biome: Engine = {
  id: 'biome',
  title: 'Biome',
  loads: 'nothing',
  scope: 'per-file',
  program: { kind: 'node-bin', package: '@biomejs/biome', bin: 'biome' },
  versionArgs: ['--version'],
  versionPattern: /^Version: (\S+)/m,
  versions: {
    first: '1.3',
    tested: [
      '1.3.3',
      '1.5.3',
      '1.6.4',
      '1.7.3',
      '1.8.3',
      '1.9.4',
      '2.0.6',
      '2.2.6',
      '2.4.0',
      '2.6.7',
    ],
  },
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames: [...configNames, 'package.json'],
  sections: ['biome'],
  judges: /\.(?:[cm]?[jt]sx?|jsonc?|css|graphql|html|vue|svelte|astro)$/,
  reads: 'scope',
  changed: 'paths',
  startedBy,
  native: (facts, { root }) => ({ leftOut: listUnused(facts, root) }),
  fails: { from: 'high', strictBy: /^--error-on-warnings$/ },
  nested: 'itself',
  suppressions: ['biome-ignore'],
  unsilenced: { blank: blankWords(/\bbiome-ignore\b/g) },
  tasks: byFile,
  validation: (input) =>
    recheckFiles(biome.program, input, {
      args: [...verbOf(input.plan, input.version), '--error-on-warnings', '--colors=off'],
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

function specOf(input: SpecInput, mode: readonly string[]): RunSpec {
  const { plan, scratch, version } = input;
  const report = `${scratch}/biome.json`;
  return {
    args: [
      ...verbOf(plan, version),
      ...reportArgs(version, report),
      '--colors=off',
      // Before 1.8 it had another word.
      ...mode.map((arg) => (isOlder(version, '1.8') ? arg.replace('--write', '--apply') : arg)),
      ...configArgs(plan.config.path, version),
      ...plan.args,
      '--',
      ...plan.scope,
    ],
    env: {},
    reports: printsBiomeReport(version) ? {} : { report },
  };
}

function reportArgs(version: SpecInput['version'], report: string): readonly string[] {
  // The file belongs to the reporter before it: with another option between, it gets no JSON.
  if (!printsBiomeReport(version)) return ['--reporter=json', `--reporter-file=${report}`];
  const most = isOlder(version, '1.5') ? '200' : isOlder(version, '1.9') ? '65535' : 'none';
  return [...(printsBiomeLines(version) ? [] : ['--reporter=json']), `--max-diagnostics=${most}`];
}

/** Before 1.7 it takes the folder of a configuration that has its usual name. */
function configArgs(path: string | null, version: SpecInput['version']): readonly string[] {
  if (path === null) return [];
  const named = printsBiomeLines(version) ? /^(?:(.*)\/)?biome\.jsonc?$/.exec(path) : null;
  return [`--config-path=${named === null ? path : (named[1] ?? '.')}`];
}
