import type { ValidationSpec } from '#domain/model/validation.ts';
import { evidence } from '#domain/repository/evidence.ts';
import { byTestFile } from '#domain/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
  type RecheckInput,
  targetPaths,
  validationOf,
} from '#domain/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { vitestCatalog } from './catalog.ts';
import { ownReport, parseVitestReport } from './report.ts';

const ends = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs'];
const ownFiles = ['vitest.config', 'vitest.workspace'].flatMap((name) => namesOf(name));

const reporter = decodeURIComponent(new URL('./reporter.mjs', import.meta.url).pathname);

// A vite.config file alone may configure vite only.
const signs = {
  files: ownFiles,
  dependency: 'vitest',
  otherwise: 'no configuration of vitest and no dependency on it was found',
};

/** Vitest. Its findings are tests that fail, named by their file, their suites and their name. */
export const vitest: Engine = {
  id: 'vitest',
  title: 'Vitest',
  scope: 'tests',
  program: { kind: 'node-bin', package: 'vitest', bin: 'vitest' },
  versionArgs: ['--version'],
  versionPattern: /^vitest\/(\S+)/m,
  detect: (facts, root) => evidence(facts, root, signs),
  configNames: [...ownFiles, ...namesOf('vite.config'), 'package.json'],
  sections: [],
  judges: /\.[cm]?[jt]sx?$/,
  reads: 'repository',
  changed: 'paths',
  nested: 'apart',
  suppressions: [
    String.raw`\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fails|skipIf|runIf)\b`,
  ],
  tasks: byTestFile,
  validation,
  parse: parseVitestReport,
  check: { catalog: vitestCatalog, spec: specOf },
};

function namesOf(name: string): readonly string[] {
  return ends.map((end) => `${name}.${end}`);
}

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const report = `${scratch}/vitest.json`;
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      ...selection(plan.scope),
      ...config,
      ...plan.args,
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
  if (paths.includes('.') || (sources.length > 0 && paths.some((path) => !isFile(path)))) {
    return ['run'];
  }
  return sources.length > 0 ? ['related', ...paths, '--run'] : ['run', ...paths];
}

function isFile(path: string): boolean {
  return vitest.judges.test(path);
}

function isSource(path: string): boolean {
  return isFile(path) && !/\.(?:test|spec)\.[^./]+$|(?:^|\/)__tests__\//.test(path);
}

/** The test files again, or the tests of another file. */
function validation(input: RecheckInput): ValidationSpec {
  const command = commandOf(vitest.program, input, {
    args: selection(targetPaths(input)),
    config: (path) => ['--config', path],
  });
  return validationOf(command, input.draft, othersInTargets(input));
}
