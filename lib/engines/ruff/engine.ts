import { isOlder } from '#base/version-order.ts';
import { findEvidence } from '#check/rules/repository/evidence.ts';
import { blankWords } from '#check/rules/sources/blank-words.ts';
import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { parseRuffReport } from './report.ts';
import { readRuffSettings } from './settings.ts';

const configNames = ['ruff.toml', '.ruff.toml', 'pyproject.toml'];

// With --exit-zero, 0 says that it ran and 2 that it could not.
const rules: readonly ExitRule[] = [
  {
    code: 2,
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: 'ruff refused its configuration or an argument; correct it.',
  },
];

const probes: readonly Probe[] = [
  {
    // All of a change may be excluded by the configuration: that is no failure, and tells nothing of the rest.
    id: 'no-files',
    stream: 'stderr',
    pattern: '^warning: No Python files found',
    effect: 'partial',
    remedy: 'No Python file that is not excluded is in its scope.',
  },
  {
    id: 'unreadable-file',
    stream: 'stdout',
    pattern: '"code":\\s*"E902"',
    effect: 'partial',
    remedy: 'A file could not be read; see that it exists and is UTF-8.',
  },
  {
    id: 'module-missing',
    stream: 'stderr',
    pattern: 'No module named ruff',
    effect: 'tool-failure',
    reason: 'TOOL_NOT_FOUND',
    remedy: 'The interpreter of this project has no ruff; add it to the development dependencies.',
  },
];

const signs = {
  files: ['ruff.toml', '.ruff.toml'],
  tables: ['ruff'],
  otherwise: 'no ruff.toml and no [tool.ruff] was found',
};

/** Ruff, the linter. It judges file by file. */
export const ruff: Engine = {
  id: 'ruff',
  title: 'Ruff',
  loads: 'nothing',
  scope: 'per-file',
  program: { kind: 'python-module', module: 'ruff' },
  versionArgs: ['--version'],
  versionPattern: /^ruff (\S+)/m,
  versions: { first: '0.0.280', tested: ['0.0.280', '0.1.15', '0.6.9', '0.12.12', '0.16.9'] },
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames,
  sections: ['ruff'],
  judges: /\.(?:pyi?|ipynb)$|(?:^|\/)pyproject\.toml$/,
  reads: 'scope',
  keepsState: () => true,
  changed: 'paths',
  startedBy: {
    tool: 'ruff',
    does: ['check'],
    valued:
      /^--(?:select|ignore|extend-\w[\w-]*|per-file-ignores|fixable|unfixable|config|exclude|target-version|line-length|output-format|output-file|cache-dir|color)$|^-o$/,
    besides:
      /^(?:-[eqsvwno]|--(?:fix(?:-only)?|no-fix|unsafe-fixes|no-unsafe-fixes|diff|show-\w[\w-]*|output-format|output-file|exit-\w[\w-]*|no-cache|cache-dir|watch|statistics|quiet|silent|verbose|force-exclude|color|add-noqa|fixable|unfixable)(?:=|$))/,
    isOther: /^--(?:help|version|show-files|show-settings)$/,
    several: 'together',
  },
  leavesOut: 'excluded',
  nested: 'itself',
  suppressions: [
    String.raw`#[ \t]*(?:(?:ruff|flake8)[ \t]*:[ \t]*)?[Nn][Oo][Qq][Aa]\b`,
    String.raw`#[ \t]*ruff[ \t]*:[ \t]*(?:file-)?(?:ignore|disable)\b`,
    // Its rules for imports know these.
    String.raw`#[ \t]*(?:ruff[ \t]*:[ \t]*)?isort[ \t]*:[ \t]*(?:skip|off|split|dont-add)`,
  ],
  settings: {
    args: (plan, file) => [
      'check',
      '--show-settings',
      ...(plan.config.path === null ? [] : ['--config', plan.config.path]),
      ...plan.args,
      '--',
      file,
    ],
    read: readRuffSettings,
  },
  unsilenced: {
    args: ['--ignore-noqa'],
    // That argument is for one kind of remark alone.
    blank: blankWords(/(?<=#[ \t]*)(?:ruff|flake8|isort)(?=[ \t]*:)/g),
  },
  tasks: byFile,
  validation: (input) =>
    recheckFiles(ruff.program, input, {
      args: ['check', '--no-fix', '--no-fix-only', '--no-cache', '--force-exclude'],
      config: (path) => ['--config', path],
    }),
  parse: parseRuffReport,
  check: {
    catalog: { report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--no-fix', '--no-fix-only', '--exit-zero']),
  },
  fix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--fix', '--exit-zero']),
  },
  unsafeFix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--fix', '--unsafe-fixes', '--exit-zero']),
  },
};

function specOf({ plan, scratch, kept, version }: SpecInput, mode: readonly string[]): RunSpec {
  const { leaveOut = [] } = plan;
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      'check',
      isOlder(version, '0.0.291') ? '--format' : '--output-format',
      'json',
      ...mode,
      '--force-exclude',
      '--cache-dir',
      kept ?? `${scratch}/cache`,
      ...config,
      ...plan.args,
      ...leaveOut.map((path) => `--extend-exclude=${path}`),
      '--',
      ...plan.scope,
    ],
    env: { RUFF_NO_CACHE: 'false' },
    reports: {},
  };
}
