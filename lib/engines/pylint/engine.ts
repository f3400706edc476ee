import { findEvidence } from '#check/rules/repository/evidence.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import { withoutPythonRemarks } from '#check/rules/sources/python-remarks.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { pylintLoads } from './loaded.ts';
import { hasOlderReport, parsePylintReport } from './report.ts';

const rcFiles = ['pylintrc', 'pylintrc.toml', '.pylintrc', '.pylintrc.toml'];

const configNames = [...rcFiles, 'pyproject.toml', 'setup.cfg', 'tox.ini'];

/** With --exit-zero only a refusal ends with another code: its own messages say all the rest. */
const catalog: ExitCatalog = {
  convention: 'pylint',
  report: 'always',
  rules: [
    {
      code: 32,
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pylint refused its arguments or its configuration; correct them.',
    },
    {
      code: 2,
      report: ['empty', 'unparseable'],
      category: 'tool_failure',
      reason: 'CONFIG_INVALID',
      why: 'pylint refused the value of an argument; correct it.',
    },
  ],
  probes: [
    {
      id: 'module-missing',
      stream: 'stderr',
      pattern: 'No module named pylint',
      effect: 'tool-failure',
      reason: 'TOOL_NOT_FOUND',
      remedy:
        'The interpreter of this project has no pylint; add it to the development dependencies.',
    },
    {
      id: 'config-broken',
      stream: 'stdout',
      pattern: String.raw`: F0011: |"message-?[iI]d":\s*"F0011"`,
      effect: 'degraded',
      remedy: 'pylint could not read its configuration and judged under its defaults; correct it.',
    },
    {
      id: 'config-ignored',
      stream: 'stdout',
      pattern: String.raw`"message-?[iI]d":\s*"E001[35]"|"messageId":\s*"W0012"[^{}]*"path":\s*"(?![^"]*\.pyi?")|"path":\s*"(?![^"]*\.pyi?")[^{}]*"message-id":\s*"W0012"`,
      effect: 'degraded',
      remedy:
        'pylint ignored a part of its configuration; see its messages E0013, E0015 and W0012.',
    },
    {
      id: 'fatal-message',
      stream: 'stdout',
      pattern: String.raw`"message-?[iI]d":\s*"F(?!0011)\d{4}"`,
      effect: 'partial',
      remedy: 'pylint could not judge a module or a path; its fatal message names it.',
    },
  ],
};

const signs = {
  files: rcFiles,
  tables: ['pylint'],
  otherwise: 'no pylintrc and no [tool.pylint] was found',
};

/** Pylint. It judges module by module. */
export const pylint: Engine = {
  id: 'pylint',
  title: 'Pylint',
  loads: pylintLoads(configNames),
  scope: 'per-file',
  program: { kind: 'python-module', module: 'pylint' },
  versionArgs: ['--version'],
  versionPattern: /^pylint (\S+)/m,
  versions: { first: '2.17', tested: ['2.17.7', '3.0.4', '3.3.9', '4.1.4'] },
  detect: (facts, root) => findEvidence(facts, root, signs),
  configNames,
  sections: ['pylint'],
  judges: /\.pyi?$/,
  reads: 'repository',
  changed: 'paths',
  nested: 'apart',
  // It looks for its name anywhere in a remark, and takes several orders at once.
  suppressions: [String.raw`\bpylint:[^;#\n]{0,200}?\b(?:disable|skip-file)`],
  unsilenced: { blank: withoutPythonRemarks },
  tasks: byFile,
  validation: (input) =>
    recheckFiles(pylint.program, input, {
      args: ['--recursive=y', '--persistent=n', '--fail-under=10'],
      config: (path) => [`--rcfile=${path}`],
    }),
  parse: parsePylintReport,
  check: { catalog, spec: specOf },
};

/**
 * Its walk takes what is installed for a part of the project. An option for what is left out would stand in place of
 * what the project leaves out, so this adds to it.
 */
const leaveOutInstalled = [
  'from pathlib import Path',
  'from pylint.lint import PyLinter',
  'def extended(self, load=PyLinter.load_plugin_configuration):',
  '    load(self)',
  '    environments = [found.parent.name for found in Path().glob("*/pyvenv.cfg")]',
  '    self.config.ignore = [*self.config.ignore, *environments, "node_modules", ".tox", ".nox"]',
  'PyLinter.load_plugin_configuration = extended',
].join('\n');

function specOf({ plan, scratch, version }: SpecInput): RunSpec {
  const config = plan.config.path === null ? [] : [`--rcfile=${plan.config.path}`];
  return {
    args: [
      `--output-format=${hasOlderReport(version) ? 'json' : 'json2'}`,
      '--exit-zero',
      '--recursive=y',
      '--persistent=n',
      `--init-hook=${leaveOutInstalled}`,
      ...config,
      ...plan.args,
      '--',
      ...plan.scope.map(asPath),
    ],
    env: { PYLINTHOME: `${scratch}/cache` },
    reports: {},
  };
}

/** Even after `--` pylint takes a path that begins with a dash for an option. */
function asPath(path: string): string {
  return path.startsWith('-') ? `./${path}` : path;
}
