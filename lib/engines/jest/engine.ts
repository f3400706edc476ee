import type { ValidationSpec } from '#model/validation.ts';
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
import { jestCatalog } from './catalog.ts';
import { jestReport, parseJestReport } from './report.ts';
import { jestRunner } from '../jest-runner.ts';
import { jestProbe } from './probe.ts';

/** Jest. Its findings are tests that fail, named by their file, their suites and their name. */
export const jest: Engine = {
  id: 'jest',
  title: 'Jest',
  loads: 'everything',
  scope: 'tests',
  program: { kind: 'node-bin', package: 'jest', bin: 'jest' },
  versionArgs: ['--version'],
  versionPattern: /^(\d+\.\d+\.\S+)$/m,
  versions: { first: '28.1', tested: ['28.1.3', '29.7.0', '30.5.2'] },
  detect: (facts, root) => detectRunner(facts, root, jestRunner),
  configNames: [...jestRunner.files, 'package.json', 'babel.config.js', 'tsconfig.json'],
  sections: ['jest'],
  judges: /\.[cm]?[jt]sx?$/,
  reads: 'repository',
  changed: 'paths',
  native: (facts, { root }) => ({ ...findScriptStart(facts, root, jestRunner) }),
  nested: 'apart',
  suppressions: [
    String.raw`\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|only|todo|failing)\b`,
    String.raw`\b[xf](?:it|test|describe)\s*\(`,
  ],
  tasks: byTestFile,
  validation: recheckJest,
  probe: jestProbe,
  parse: parseJestReport,
  check: { catalog: jestCatalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const start = scriptStartOf(plan);
  const report = `${scratch}/jest.json`;
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return {
    args: [
      ...optionsFor(plan, start),
      ...config,
      ...plan.args,
      // A check changes no file: snapshots that are missing are not written.
      '--ci',
      '--watchAll=false',
      // In place of reporters that write into the repository.
      '--reporters=default',
      '--json',
      `--outputFile=${report}`,
      '--testLocationInResults',
      // Does not switch coverage on.
      `--coverageDirectory=${scratch}/coverage`,
      ...selection(plan.scope, start.paths),
    ],
    env: startVariables(start),
    reports: { [jestReport]: report },
  };
}

/** Jest takes regular expressions for paths, but for these two options. */
function selection(scope: readonly string[], own: readonly string[]): readonly string[] {
  const hasFolder = scope.some((path) => !jest.judges.test(path));
  const hasSource = scope.some(
    (path) => jest.judges.test(path) && !jestRunner.usualTest.test(path),
  );
  if (scope.includes('.') || (hasFolder && hasSource)) return own;
  if (hasFolder) {
    return scope.map((path) => path.replaceAll(/[()[\]{}+*?|^$]/g, String.raw`\$&`));
  }
  return [hasSource ? '--findRelatedTests' : '--runTestsByPath', ...scope];
}

/** The test files again, or the tests of another file. */
function recheckJest(input: RecheckInput): ValidationSpec {
  const start = scriptStartOf(input.plan);
  const command = commandOf(jest.program, input, {
    args: [...optionsFor(input.plan, start), '--ci', '--watchAll=false'],
    config: (path) => ['--config', path],
    env: startVariables(start),
    paths: selection(targetPaths(input), start.paths),
  });
  return validationOf(command, input.draft, othersInTargets(input));
}
