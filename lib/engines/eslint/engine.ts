import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { isOlder } from '#base/version-order.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { findUpward, type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { readJsonSettings } from '#check/rules/configuration/json-settings.ts';
import { judgesAlone } from './judges-alone.ts';
import { parseEslintReport } from './report.ts';
import { loadedByNode } from '../loaded-code.ts';

const configNames = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((end) => `eslint.config.${end}`);
const olderNames = ['', '.js', '.cjs', '.json', '.yaml', '.yml'].map((end) => `.eslintrc${end}`);

// With findings, 2 tells of a syntax error or of unused suppressions: they count like any.
const rules: readonly ExitRule[] = [
  {
    code: 2,
    report: ['absent', 'empty', 'unparseable'],
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: 'eslint crashed or refused its configuration or an argument; correct it.',
  },
];

const probes: readonly Probe[] = [
  {
    id: 'not-installed',
    stream: 'stderr',
    // Node had nothing to begin with, so nothing asked for it.
    pattern: String.raw`^ {2}requireStack: \[\]`,
    effect: 'tool-failure',
    reason: 'TOOL_NOT_FOUND',
    remedy: 'eslint is not where its command says; install it.',
  },
  {
    id: 'rule-crashed',
    stream: 'stderr',
    pattern: '^Occurred while linting ',
    effect: 'tool-failure',
    reason: 'CRASHED',
    remedy: 'A rule of eslint crashed; its standard error names the rule, the file and the line.',
  },
  {
    id: 'package-missing',
    stream: 'stderr',
    pattern: String.raw`^Error(?: \[ERR_MODULE_NOT_FOUND\])?: Cannot find (?:package|module) `,
    effect: 'tool-failure',
    reason: 'CONFIG_INVALID',
    remedy: 'The configuration of eslint asks for a package that is not installed; install it.',
  },
  {
    id: 'no-match',
    stream: 'stderr',
    pattern: '^No files matching |^You are linting ".*", but all of the files matching ',
    effect: 'no-input',
    remedy: 'No file matches its scope; see whether it names what it should.',
  },
  {
    id: 'config-ignored',
    stream: 'stderr',
    pattern: 'ESLintIgnoreWarning|ESLintEmptyConfigWarning',
    effect: 'degraded',
    remedy:
      'eslint has no rules or ignores a file that was to configure it; correct what it names.',
  },
];

const suppressed = 'eslint-suppressions.json';

const signs = {
  files: configNames,
  dependency: 'eslint',
  otherwise: 'no eslint.config file and no dependency on eslint was found',
};

/** ESLint. It judges file by file. */
export const eslint: Engine = {
  id: 'eslint',
  title: 'ESLint',
  loads: loadedByNode(
    [...configNames, ...olderNames],
    ['extends', 'plugins', 'parser', 'overrides'],
    /^--(?:rulesdir|plugin|parser)(?:=|$)/,
  ),
  scope: 'per-file',
  program: { kind: 'node-bin', package: 'eslint', bin: 'eslint' },
  versionArgs: ['--version'],
  versionPattern: /^v(\S+)/m,
  versions: {
    first: '7.0',
    tested: ['7.0.0', '7.32.0', '8.0.1', '8.57.1', '9.0.0', '9.17.0', '9.28.0', '10.15.0'],
  },
  detect: (facts, root) => findEvidence(facts, root, signs),
  // The last hides findings without a word.
  configNames: [...configNames, 'package.json', suppressed],
  sections: ['eslintConfig'],
  judges: /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/,
  reads: 'repository',
  keepsState: ({ native: known }) => known?.['alone'] === true,
  changed: 'paths',
  native,
  startedBy: {
    tool: 'eslint',
    valued:
      /^(?:-[cof]|--(?:config|ext|rule|rulesdir|plugin|parser|parser-options|global|env|ignore-path|ignore-pattern|format|output-file|cache-location|cache-strategy|cache-file|max-warnings|fix-type|resolve-plugins-relative-to|flag|concurrency))$/,
    besides:
      /^(?:-[of]|--(?:fix\w*(?:-\w+)*|cache(?:-\w+)?|no-cache|quiet|format|output-file|color|no-color|debug|stats|concurrency|no-error-on-unmatched-pattern|no-warn-ignored|exit-on-fatal-error)(?:=|$))/,
    isOther: /^--(?:help|version|init|print-config|inspect-config|env-info)(?:=|$)/,
    several: 'together',
    takesPatterns: true,
  },
  leavesOut: 'excluded',
  fails: { from: 'high', strictBy: /^--max-warnings(?:=|$)/ },
  nested: 'itself',
  suppressions: [
    'eslint-disable',
    // Remarks that configure: of rules, and of names that count as known or as used.
    String.raw`/\*\s*(?:eslint|eslint-env|globals?|exported)\s+["'@\w$]`,
    String.raw`^[ \t]*\*?[ \t]*eslint[ \t]+["'@\w/-]+[ \t]*:`,
  ],
  settings: {
    args: (plan, file) => [
      '--print-config',
      ...(plan.config.path === null ? [] : ['--config', plan.config.path]),
      ...plan.args,
      file,
    ],
    read: (stdout) => readJsonSettings(stdout, ['rules', 'languageOptions', 'settings']),
  },
  unsilenced: { args: ['--no-inline-config'] },
  tasks: byFile,
  validation: (input) =>
    recheckFiles(eslint.program, input, {
      args: [
        '--max-warnings=0',
        '--no-error-on-unmatched-pattern',
        ...newerArgs(input.plan, input.version),
      ],
      config: (path) => ['--config', path],
    }),
  parse: parseEslintReport,
  check: {
    catalog: { report: 'always', rules, probes },
    spec: (input) => specOf(input, []),
  },
  fix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--fix']),
  },
};

/** How it is configured tells what its version understands. */
function native(
  facts: RepositoryFacts,
  { root, config }: { readonly root: string; readonly config: string | null },
): NonNullable<EnginePlan['native']> {
  const flat =
    config === null
      ? findUpward(facts, root, configNames) !== undefined
      : !/(?:^|\/)\.eslintrc/.test(config);
  const suppresses = facts.files.has(within(root, suppressed));
  return { flat, suppresses, ...(judgesAlone(facts, config) && { alone: true }) };
}

/** Older versions refuse what they do not know. */
function newerArgs(
  { native: known, args }: EnginePlan,
  version?: string | null,
): readonly string[] {
  const suppresses =
    known?.['suppresses'] === true || args.some((arg) => arg.startsWith('--suppressions-location'));
  return [
    ...(known?.['flat'] === false || isOlder(version, '8.51') ? [] : ['--no-warn-ignored']),
    // Else suppressions that are no longer needed end with 2, as a crash does.
    ...(suppresses && !isOlder(version, '9.28') ? ['--pass-on-unpruned-suppressions'] : []),
  ];
}

function specOf({ plan, scratch, kept, version }: SpecInput, mode: readonly string[]): RunSpec {
  const { leaveOut = [] } = plan;
  const report = `${scratch}/eslint.json`;
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      '--format',
      'json',
      '--output-file',
      report,
      '--no-error-on-unmatched-pattern',
      ...newerArgs(plan, version),
      ...(kept === undefined ? [] : keptArgs(kept)),
      ...mode,
      ...config,
      ...plan.args,
      ...leaveOut.map((path) => `--ignore-pattern=${path}`),
      '--',
      ...plan.scope,
    ],
    env: {},
    reports: { report },
  };
}

/** By content: a checkout gives files other times. */
function keptArgs(kept: string): readonly string[] {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', `${kept}/eslint`];
}
