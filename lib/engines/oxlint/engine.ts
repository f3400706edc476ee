import { blankWords } from '#check/rules/sources/blank-words.ts';
import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { readJsonSettings } from '#check/rules/configuration/json-settings.ts';
import { parseOxlintReport } from './report.ts';
import { loadedByNode } from '../loaded-code.ts';

const configNames = ['.oxlintrc.json', '.oxlintrc.jsonc', 'oxlint.config.ts'];

const rules: readonly ExitRule[] = [
  {
    code: 1,
    report: ['valid-empty'],
    category: 'success',
    completeness: 'partial',
    why: 'oxlint was not content and reported nothing, such as where it cannot read a file.',
  },
  {
    code: 1,
    report: ['absent', 'empty', 'unparseable'],
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: 'oxlint refused its configuration or an argument; correct it.',
  },
];

const probes: readonly Probe[] = [
  {
    id: 'not-installed',
    stream: 'stderr',
    pattern: '^Error: Cannot find (?:module|native binding)',
    effect: 'tool-failure',
    reason: 'TOOL_NOT_FOUND',
    remedy: 'oxlint, or its part for this platform, is not installed; install it again.',
  },
  {
    id: 'plugin-crashed',
    stream: 'stdout',
    pattern: String.raw`"message":\s*"Error running JS plugin`,
    effect: 'tool-failure',
    reason: 'CRASHED',
    remedy: 'A rule of a plugin of oxlint crashed; its report names the file and the place.',
  },
  {
    id: 'unreadable-file',
    stream: 'stdout',
    pattern: String.raw`"message":\s*"Failed to open file `,
    effect: 'partial',
    remedy: 'oxlint could not read a file, such as one that is not UTF-8; see its report.',
  },
  {
    id: 'no-files',
    stream: 'stdout',
    pattern: '^No files found',
    effect: 'no-input',
    remedy: 'No file matches its scope; see whether it names what it should.',
  },
];

const signs = {
  files: configNames,
  dependency: 'oxlint',
  otherwise: 'no .oxlintrc.json and no dependency on oxlint was found',
};

/** Oxlint. It judges file by file. */
export const oxlint: Engine = {
  id: 'oxlint',
  title: 'Oxlint',
  loads: loadedByNode(configNames, ['jsPlugins', 'overrides']),
  scope: 'per-file',
  program: { kind: 'node-bin', package: 'oxlint', bin: 'oxlint' },
  versionArgs: ['--version'],
  versionPattern: /^Version: (\S+)/m,
  versions: { first: '1.0', tested: ['1.0.0', '1.20.0', '1.50.0', '1.89.0'] },
  detect: (facts, root) => findEvidence(facts, root, signs),
  // The last hides findings without a word.
  configNames: [...configNames, 'package.json', 'oxlint-suppressions.json'],
  sections: [],
  judges: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  reads: 'repository',
  changed: 'paths',
  startedBy: {
    tool: 'oxlint',
    valued:
      /^(?:-[cADWf]|--(?:config|tsconfig|allow|deny|warn|ignore-path|ignore-pattern|max-warnings|format|threads|report-unused-disable-directives-severity))$/,
    besides:
      /^(?:-f|--(?:fix\w*(?:-\w+)*|format|quiet|silent|threads|no-error-on-unmatched-pattern|debug)(?:=|$))/,
    isOther:
      /^(?:-[Vh]|--(?:version|help|init|rules|print-config|lsp|suppress-all|prune-suppressions))$/,
    several: 'together',
  },
  fails: { from: 'high', strictBy: /^--(?:deny-warnings|max-warnings(?:=.*)?)$/ },
  nested: 'itself',
  suppressions: [
    '(?:oxlint|eslint)-disable',
    // Names that count as known.
    String.raw`/\*\s*(?:eslint-env|globals?)\s+["'@\w$]`,
  ],
  settings: {
    args: (plan) => [
      '--print-config',
      ...(plan.config.path === null ? [] : ['--config', plan.config.path]),
      ...plan.args,
    ],
    read: (stdout) => readJsonSettings(stdout, ['rules', 'categories']),
  },
  unsilenced: {
    blank: blankWords(/(?:oxlint|eslint)-disable|(?<=\/\*\s*)(?:eslint-env|globals?)\b/g),
  },
  tasks: byFile,
  validation: (input) =>
    recheckFiles(oxlint.program, input, {
      args: ['--deny-warnings'],
      config: (path) => ['--config', path],
    }),
  parse: parseOxlintReport,
  check: {
    catalog: { report: 'always', rules, probes },
    spec: (input) => specOf(input, []),
  },
  fix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--fix']),
  },
};

function specOf({ plan }: SpecInput, mode: readonly string[]): RunSpec {
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: ['--format', 'json', ...mode, ...config, ...plan.args, '--', ...plan.scope],
    env: {},
    reports: {},
  };
}
