import type { ValidationSpec } from '#model/validation.ts';
import { valueIn } from '#base/data.ts';
import { type Detection, findEvidence } from '#check/rules/repository/evidence.ts';
import { isIgnored, type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';
import { findRoots, isBelow } from '#check/rules/repository/roots.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
  type RecheckInput,
  targetPaths,
  validationOf,
} from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { vitestCatalog } from './catalog.ts';
import { ownReport, parseVitestReport } from './report.ts';

const ends = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const ownFiles = ['vitest.config', 'vitest.workspace'].flatMap((name) => configNames(name));

const reporter = decodeURIComponent(new URL('./reporter.mjs', import.meta.url).pathname);

// A vite.config file alone may configure vite only.
const signs = {
  files: ownFiles,
  dependency: 'vitest',
  otherwise: 'no configuration of vitest and no dependency on it was found',
};
const configs = [...ownFiles, ...configNames('vite.config')];

/** Vitest. Its findings are tests that fail, named by their file, their suites and their name. */
export const vitest: Engine = {
  id: 'vitest',
  title: 'Vitest',
  scope: 'tests',
  program: { kind: 'node-bin', package: 'vitest', bin: 'vitest' },
  versionArgs: ['--version'],
  versionPattern: /^vitest\/(\S+)/m,
  detect,
  configNames: [...configs, 'package.json'],
  sections: [],
  judges: /\.[cm]?[jt]sx?$/,
  reads: 'repository',
  changed: 'paths',
  leavesOut: 'inner',
  nested: 'apart',
  suppressions: [
    String.raw`\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fails|skipIf|runIf)\b`,
  ],
  tasks: byTestFile,
  validation: recheckVitest,
  parse: parseVitestReport,
  check: { catalog: vitestCatalog, spec: specOf },
};

function configNames(name: string): readonly string[] {
  return ends.map((end) => `${name}.${end}`);
}

function detect(facts: RepositoryFacts, root: string): Detection {
  const found = findEvidence(facts, root, signs);
  if (found.kind === 'absent') return found;
  const whole = upward(found.at).findLast((folder) => namesProjects(facts, folder));
  if (whole !== undefined) return { ...found, at: whole };
  // Many packages share what one of them installs, and not each of them has tests.
  if (configs.some((name) => facts.files.has(within(found.at, name)))) return found;
  const inner = findRoots(facts).filter(
    (one) =>
      isBelow(one, found.at) &&
      findEvidence(facts, one, { ...signs, here: true }).kind === 'present',
  );
  const test = [...facts.files].find(
    (path) =>
      usualTest.test(path) &&
      isBelow(path, found.at) &&
      !inner.some((one) => isBelow(path, one)) &&
      !isIgnored(facts, path),
  );
  if (test !== undefined) return found;
  return { kind: 'absent', because: `${found.because}, but there is no test for it` };
}

const usualTest = /\.(?:test|spec)\.[cm]?[jt]sx?$/;

/** Whether a configuration brings in those of other folders, so that one run sees to all of them. */
function namesProjects({ files, manifests }: RepositoryFacts, folder: string): boolean {
  if (configNames('vitest.workspace').some((name) => files.has(within(folder, name)))) return true;
  return configs.some((name) => valueIn(manifests.get(within(folder, name)), 'projects') === true);
}

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const { leaveOut = [] } = plan;
  const report = `${scratch}/vitest.json`;
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      ...selection(plan.scope),
      ...config,
      ...plan.args,
      ...leaveOut.map((path) => `--exclude=${path}/**`),
      // As a CI has it, whether the caller is one or not: a test that runs alone hides all others.
      '--allowOnly=false',
      // What it remembers of tests would change their order. Its cache of modules no option of all versions stops.
      '--no-cache',
      // Does not switch coverage on.
      `--coverage.reportsDirectory=${scratch}/coverage`,
      '--includeTaskLocation',
      `--reporter=${reporter}`,
      `--outputFile=${report}`,
    ],
    env: {},
    reports: { [ownReport]: report },
  };
}

/** Filters name tests, `related` finds the tests of other files; a folder beside those needs everything. */
function selection(scope: readonly string[]): readonly string[] {
  const paths = scope.map((path) => (path.startsWith('-') ? `./${path}` : path));
  const sources = paths.filter((path) => isSource(path));
  if (paths.includes('.') || (sources.length > 0 && paths.some((path) => !isJudged(path)))) {
    return ['run'];
  }
  return sources.length > 0 ? ['related', ...paths, '--run'] : ['run', ...paths];
}

function isJudged(path: string): boolean {
  return vitest.judges.test(path);
}

function isSource(path: string): boolean {
  return isJudged(path) && !/\.(?:test|spec)\.[^./]+$|(?:^|\/)__tests__\//.test(path);
}

/** The test files again, or the tests of another file. */
function recheckVitest(input: RecheckInput): ValidationSpec {
  const command = commandOf(vitest.program, input, {
    args: selection(targetPaths(input)),
    config: (path) => ['--config', path],
  });
  return validationOf(command, input.draft, othersInTargets(input));
}
