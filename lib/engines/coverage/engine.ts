import * as z from 'zod';
import type { EnginePlan } from '#model/engine-plan.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { folderOf, type RepositoryFacts } from '#check/rules/repository/facts.ts';
import type { Program } from '#check/rules/repository/program.ts';
import { hasPackage } from '#check/rules/repository/python-packages.ts';
import type { ValidationSpec } from '#model/validation.ts';
import { bySourceModule } from '#repair/rules/tasks/by-file.ts';
import { commandOf, type RecheckInput } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { findMeasuringOption } from './addopts.ts';
import { coverageCatalog } from './catalog.ts';
import { coverageReport, parseCoverageReport } from './report.ts';

const wrongSource = 'a list of folders or packages, such as ["src"]';
const options = z.strictObject({
  source: z
    .array(z.string({ error: wrongSource }).min(1, wrongSource), { error: wrongSource })
    .default([])
    .describe('Folders or packages whose coverage is measured.'),
});

const signs = {
  files: ['.coveragerc', '.coveragerc.toml'],
  tables: ['coverage'],
  sections: { 'setup.cfg': /^coverage:/, 'tox.ini': /^coverage:/ },
  otherwise: 'no .coveragerc and no [tool.coverage] was found',
};

const noBytecode = { PYTHONDONTWRITEBYTECODE: '1' };

/** Coverage of Python by its tests, measured by pytest-cov or by coverage itself. It gives numbers; findings are made of lines that a change added. */
export const coverage: Engine = {
  id: 'coverage',
  title: 'Coverage of Python',
  loads: 'everything',
  scope: 'whole-program',
  program: { kind: 'python-module', module: 'pytest' },
  versionArgs: ['--version'],
  plannedProgram: chooseProgram,
  versionPattern: /^(?:pytest|Coverage\.py, version) (\S+)/m,
  options,
  detect,
  configNames: [
    '.coveragerc',
    '.coveragerc.toml',
    'pyproject.toml',
    'pytest.toml',
    'pytest.ini',
    'setup.cfg',
    'tox.ini',
    'conftest.py',
  ],
  sections: ['coverage', 'pytest'],
  judges: /\.py$/,
  reads: 'repository',
  changed: 'filter',
  native: describeMeasuring,
  leavesOut: 'inner',
  joins: { engine: 'pytest', spec: measureRun },
  runsTests: true,
  nested: 'apart',
  suppressions: [
    String.raw`#\s*(?:pragma|PRAGMA)[:\s]?\s*(?:no|NO)\s*(?:cover|COVER|branch|BRANCH)`,
  ],
  tasks: (findings) => bySourceModule(findings, importName),
  validation: recheckCoverage,
  parse: parseCoverageReport,
  check: { catalog: coverageCatalog, spec: specOf },
};

/** Those who have pytest-cov measure by it; others let coverage run the tests. */
function detect(facts: RepositoryFacts, root: string): Detection {
  const asked = findMeasuringOption(facts, root);
  const found: Detection =
    asked === undefined
      ? findEvidence(facts, root, signs)
      : { kind: 'present', because: `${asked} has pytest measure it`, at: folderOf(asked) };
  if (found.kind === 'absent') return found;
  if (['pytest-cov', 'coverage'].some((name) => hasPackage(facts, root, name))) return found;
  return { kind: 'absent', because: `${found.because}, but nothing that measures it is there` };
}

function describeMeasuring(facts: RepositoryFacts, { root }: { readonly root: string }) {
  if (hasPackage(facts, root, 'pytest-cov')) {
    return findMeasuringOption(facts, root) === undefined ? {} : { measures: true };
  }
  return hasPackage(facts, root, 'coverage') ? { runsTests: true } : {};
}

const ownProgram: Program = { kind: 'python-module', module: 'coverage' };

function chooseProgram({ native }: EnginePlan): Program {
  return native?.['runsTests'] === true ? ownProgram : coverage.program;
}

function specOf(input: SpecInput): RunSpec {
  const { plan, scratch } = input;
  const { leaveOut = [] } = plan;
  return measureRun(input, {
    args: [
      '-q',
      '-o',
      `cache_dir=${scratch}/cache`,
      '--color=no',
      '--rootdir=.',
      ...leaveOut.map((folder) => `--ignore=${folder}`),
      ...plan.args,
    ],
    env: noBytecode,
    reports: {},
  });
}

/** A run of the tests, measured in the way of the project. */
function measureRun({ plan, scratch }: SpecInput, run: RunSpec): RunSpec {
  const path = `${scratch}/coverage.json`;
  const env = { ...run.env, COVERAGE_FILE: `${scratch}/.coverage` };
  const reports = { ...run.reports, [coverageReport]: path };
  if (plan.native?.['runsTests'] !== true) {
    return { args: [...run.args, ...pluginArgs(plan, path)], env, reports };
  }
  const config = plan.config.path === null ? [] : [`--rcfile=${plan.config.path}`];
  const args = ['run', ...config, ...sourceOf(plan.options), '-m', 'pytest', ...run.args];
  // Where it measures several processes, each of them wrote a file of its own.
  const combine = ['combine', ...config];
  return {
    args,
    env,
    reports,
    afterwards: [combine, ['json', ...config, '--fail-under=0', '-o', path]],
  };
}

function pluginArgs(plan: EnginePlan, path: string): readonly string[] {
  const { config } = plan;
  return [
    ...(config.path === null ? [] : [`--cov-config=${config.path}`]),
    ...sourceArgs(plan),
    `--cov-report=json:${path}`,
    '--cov-report=',
    // A threshold would fail a run whose tests all passed; what is tolerated is decided elsewhere.
    '--cov-fail-under=0',
  ];
}

function sourceOf(given: EnginePlan['options']): readonly string[] {
  const { source } = options.parse(given);
  return source.length === 0 ? [] : [`--source=${source.join(',')}`];
}

/** Without sources its own configuration tells them; one more `--cov` would stand in place of those that pytest is told. */
function sourceArgs({ options: given, native }: EnginePlan): readonly string[] {
  const { source } = options.parse(given);
  if (source.length > 0) return source.map((name) => `--cov=${name}`);
  return native?.['measures'] === true ? [] : ['--cov'];
}

/** `src/shop/cart.py` is imported as `shop.cart`. */
function importName(path: string): string {
  const inside = path.replace(/^(?:.*\/)?src\//, '').replace(/(?:\/__init__)?\.py$/, '');
  return inside.replaceAll('/', '.');
}

/** All tests, for no name tells which of them reach the module. Failures from before are not the task's. */
function recheckCoverage(input: RecheckInput): ValidationSpec {
  const { complete, limits } = input;
  const { minCoverageDelta } = limits;
  return {
    commands: input.plan.native?.['runsTests'] === true ? byItself(input) : [byPlugin(input)],
    successCriteria: { requireExitCode0: complete, maxNewFindings: 0, minCoverageDelta },
  };
}

const quiet = ['-q', '--color=no', '--rootdir=.'];

function byPlugin(input: RecheckInput) {
  return commandOf(coverage.program, input, {
    args: quiet,
    config: (path) => [`--cov-config=${path}`],
    env: noBytecode,
    paths: [...sourceArgs(input.plan), '--cov-report=term-missing', '--cov-fail-under=0'],
  });
}

const ownConfig = (path: string) => [`--rcfile=${path}`];

function byItself(input: RecheckInput) {
  const { plan } = input;
  const told = { ...input, plan: { ...plan, args: [] } };
  const tests = [...sourceOf(plan.options), '-m', 'pytest', ...quiet, ...plan.args];
  return [
    commandOf(ownProgram, told, {
      args: ['run'],
      config: ownConfig,
      env: noBytecode,
      paths: tests,
    }),
    commandOf(ownProgram, told, {
      args: ['report', '-m', '--fail-under=0'],
      config: ownConfig,
      env: noBytecode,
    }),
  ];
}
