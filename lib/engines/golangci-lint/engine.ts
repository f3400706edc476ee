import type { EnginePlan } from '#model/engine-plan.ts';
import { valueIn } from '#base/data.ts';
import { blankWords } from '#check/rules/sources/blank-words.ts';
import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { findUpward, type RepositoryFacts } from '#check/rules/repository/facts.ts';
import { detectGoModule, packagePatterns } from '#check/rules/repository/go.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import { ofGo } from '../compiled.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { ownReport, parseGolangciReport } from './report.ts';

const ownFiles = ['yml', 'yaml', 'toml', 'json'].map((end) => `.golangci.${end}`);

const rules: readonly ExitRule[] = [
  {
    code: 5,
    category: 'unknown',
    reason: 'EMPTY_SCOPE',
    why: 'No file of Go is in its scope; see whether it names what it should.',
  },
  {
    code: '*',
    report: ['absent', 'empty', 'unparseable'],
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: 'golangci-lint refused its configuration or an argument, or could not load the code; correct what its standard error names.',
  },
];

const probes: readonly Probe[] = [
  {
    id: 'not-compiled',
    stream: 'report',
    pattern: '"FromLinter":"typecheck"',
    effect: 'partial',
    remedy: 'Some packages do not compile, so most linters did not judge them.',
  },
];

const signs = { files: ownFiles, otherwise: 'no .golangci.yml was found' };

/** golangci-lint, which runs many linters of Go at once. Versions 1 and 2 read different configurations. */
export const golangciLint: Engine = {
  ...ofGo,
  id: 'golangci-lint',
  title: 'golangci-lint',
  scope: 'whole-program',
  program: { kind: 'binary', name: 'golangci-lint', of: 'machine' },
  versionArgs: ['--version'],
  versionPattern: /has version v?(\S+)/,
  detect,
  configNames: [...ownFiles, ...ofGo.configNames],
  changed: 'filter',
  native: (facts, { root, config }) => ({ since2: isSince2(facts, root, config) }),
  suppressions: [String.raw`//\s*(?:nolint|#nosec|lint:(?:file-)?ignore)\b`],
  unsilenced: { blank: blankWords(/(?<=\/\/\s*)(?:nolint|#nosec|lint:(?:file-)?ignore)\b/g) },
  tasks: byFile,
  validation: (input) =>
    recheckAll(golangciLint.program, input, {
      args: ['run', '--allow-parallel-runners'],
      config: (path) => ['--config', path],
      paths: packagePatterns(input.plan.scope),
    }),
  parse: parseGolangciReport,
  check: { catalog: { report: 'always', rules, probes }, spec: (input) => specOf(input, []) },
  fix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--fix']),
  },
};

function detect(facts: RepositoryFacts, root: string): Detection {
  const what = 'no file of Go belongs to it';
  const module = detectGoModule(facts, root, { names: /\.go$/, what });
  const found = findEvidence(facts, root, signs);
  if (module.kind === 'absent' || found.kind === 'absent')
    return found.kind === 'absent' ? found : module;
  return { ...found, at: root };
}

function isSince2(facts: RepositoryFacts, root: string, config: string | null): boolean {
  const path = config ?? findUpward(facts, root, ownFiles);
  const version = path === undefined ? undefined : valueIn(facts.manifests.get(path), 'version');
  if (path === undefined) return true;
  return version !== undefined && version !== '1' && version !== 1;
}

function specOf({ plan, scratch }: SpecInput, mode: readonly string[]): RunSpec {
  const path = `${scratch}/golangci.json`;
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      'run',
      // Another one that runs, also in another repository, would end this one.
      '--allow-parallel-runners',
      ...outputArgs(plan, path),
      ...mode,
      ...config,
      ...plan.args,
      ...packagePatterns(plan.scope),
    ],
    env: {},
    reports: { [ownReport]: path },
  };
}

function outputArgs({ native }: EnginePlan, path: string): readonly string[] {
  if (native?.['since2'] === false) return [`--out-format=json:${path}`];
  return [`--output.json.path=${path}`, '--path-mode=abs'];
}
