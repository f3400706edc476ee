import * as z from 'zod';
import type { EnginePlan } from '#model/engine-plan.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import { hasPackage } from '#check/rules/repository/python-packages.ts';
import type { ValidationSpec } from '#model/validation.ts';
import { bySourceModule } from '#repair/rules/tasks/by-file.ts';
import { commandOf, type RecheckInput } from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
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

/** Coverage of Python by its tests, measured by pytest-cov. It gives numbers; findings are made of lines that a change added. */
export const coverage: Engine = {
  id: 'coverage',
  title: 'Coverage (pytest-cov)',
  scope: 'whole-program',
  program: { kind: 'python-module', module: 'pytest' },
  versionArgs: ['--version'],
  versionPattern: /^pytest (\S+)/m,
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
  leavesOut: 'inner',
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

/** Coverage has many users who measure it otherwise: without pytest-cov there is nothing to start. */
function detect(facts: RepositoryFacts, root: string): Detection {
  const found = findEvidence(facts, root, signs);
  if (found.kind === 'absent' || hasPackage(facts, root, 'pytest-cov')) return found;
  return { kind: 'absent', because: `${found.because}, but there is no pytest-cov to measure it` };
}

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const { leaveOut = [] } = plan;
  const config = plan.config.path === null ? [] : [`--cov-config=${plan.config.path}`];
  const path = `${scratch}/coverage.json`;
  return {
    args: [
      '-q',
      '-o',
      `cache_dir=${scratch}/cache`,
      '--color=no',
      '--rootdir=.',
      ...leaveOut.map((folder) => `--ignore=${folder}`),
      ...config,
      ...plan.args,
      ...sourceArgs(plan.options),
      '--cov-branch',
      `--cov-report=json:${path}`,
      '--cov-report=',
      // A threshold would fail a run whose tests all passed; what is tolerated is decided elsewhere.
      '--cov-fail-under=0',
    ],
    env: { COVERAGE_FILE: `${scratch}/.coverage`, PYTHONDONTWRITEBYTECODE: '1' },
    reports: { [coverageReport]: path },
  };
}

/** Without sources its own configuration tells them. */
function sourceArgs(given: EnginePlan['options']): readonly string[] {
  const { source } = options.parse(given);
  return source.length === 0 ? ['--cov'] : source.map((name) => `--cov=${name}`);
}

/** `src/shop/cart.py` is imported as `shop.cart`. */
function importName(path: string): string {
  const inside = path.replace(/^(?:.*\/)?src\//, '').replace(/(?:\/__init__)?\.py$/, '');
  return inside.replaceAll('/', '.');
}

/** All tests, for no name tells which of them reach the module. Failures from before are not the task's. */
function recheckCoverage(input: RecheckInput): ValidationSpec {
  const { plan, complete, limits } = input;
  const command = commandOf(coverage.program, input, {
    args: ['-q', '--color=no', '--rootdir=.'],
    config: (path) => [`--cov-config=${path}`],
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    paths: [
      ...sourceArgs(plan.options),
      '--cov-branch',
      '--cov-report=term-missing',
      '--cov-fail-under=0',
    ],
  });
  const { minCoverageDelta } = limits;
  return {
    commands: [command],
    successCriteria: { requireExitCode0: complete, maxNewFindings: 0, minCoverageDelta },
  };
}
