import type { ValidationSpec } from '#model/validation.ts';
import { isOlder } from '#base/version-order.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
  type RecheckInput,
  targetPaths,
  validationOf,
} from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import {
  detectRunner,
  findScriptStart,
  optionsFor,
  scriptStartOf,
  startVariables,
} from '../script-start.ts';
import { vitestCatalog } from './catalog.ts';
import { ownReport, parseVitestReport } from './report.ts';
import { vitestProbe } from './probe.ts';
import { vitestArguments, vitestConfigs, vitestRunner } from '../vitest-runner.ts';

const reporter = decodeURIComponent(new URL('./reporter.mjs', import.meta.url).pathname);

/** Vitest. Its findings are tests that fail, named by their file, their suites and their name. */
export const vitest: Engine = {
  id: 'vitest',
  title: 'Vitest',
  loads: 'everything',
  scope: 'tests',
  program: { kind: 'node-bin', package: 'vitest', bin: 'vitest' },
  versionArgs: ['--version'],
  versionPattern: /^vitest\/(\S+)/m,
  versions: {
    first: '0.34',
    tested: [
      '0.34.6',
      '1.0.4',
      '1.2.2',
      '1.6.1',
      '2.1.9',
      '3.0.9',
      '3.1.4',
      '3.2.4',
      '4.1.12',
      '5.1.0',
    ],
  },
  detect: (facts, root) => detectRunner(facts, root, vitestRunner),
  configNames: [...vitestRunner.files, ...vitestConfigs, 'package.json'],
  sections: [],
  judges: /\.[cm]?[jt]sx?$/,
  reads: 'repository',
  changed: 'paths',
  native: (facts, { root }) => ({ ...findScriptStart(facts, root, vitestRunner) }),
  leavesOut: 'inner',
  nested: 'apart',
  suppressions: [
    String.raw`\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fails|skipIf|runIf)\b`,
  ],
  tasks: byTestFile,
  validation: recheckVitest,
  probe: vitestProbe,
  parse: parseVitestReport,
  check: { catalog: vitestCatalog, spec: specOf },
};

function specOf({ plan, scratch, version }: SpecInput): RunSpec {
  const start = scriptStartOf(plan);
  const report = `${scratch}/vitest.json`;
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      ...selection(plan.scope, start.paths),
      ...optionsFor(plan, start),
      ...config,
      ...plan.args,
      // As a CI has it, whether the caller is one or not: a test that runs alone hides all others.
      '--allowOnly=false',
      ...vitestArguments({ plan, version }),
      // Does not switch coverage on.
      `--coverage.reportsDirectory=${scratch}/coverage`,
      // Our reporter tells older versions.
      ...(isOlder(version, '3.0') ? [] : ['--includeTaskLocation']),
      `--reporter=${reporter}`,
      `--outputFile=${report}`,
    ],
    env: startVariables(start),
    reports: { [ownReport]: report },
  };
}

/** Filters name tests, `related` finds the tests of other files; a folder beside those needs everything. */
function selection(scope: readonly string[], own: readonly string[]): readonly string[] {
  const paths = scope.map((path) => (path.startsWith('-') ? `./${path}` : path));
  const sources = paths.filter((path) => isSource(path));
  if (paths.includes('.') || (sources.length > 0 && paths.some((path) => !isJudged(path)))) {
    return ['run', ...own.filter((path) => path !== 'run')];
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
  const start = scriptStartOf(input.plan);
  const command = commandOf(vitest.program, input, {
    args: [...selection(targetPaths(input), start.paths), ...optionsFor(input.plan, start)],
    config: (path) => ['--config', path],
    env: startVariables(start),
  });
  return validationOf(command, input.draft, othersInTargets(input));
}
