import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
  targetPaths,
  validationOf,
} from '#repair/rules/tasks/recheck.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { detectRunner, findScriptStart, scriptStartOf } from '../script-start.ts';
import { nodeTestCatalog } from './catalog.ts';
import { nodeTestReport, parseNodeTestReport } from './report.ts';
import { nodeTestRunner } from './runner.ts';

const reporter = decodeURIComponent(new URL('./reporter.mjs', import.meta.url).pathname);

/** The test runner of Node itself. Its findings are tests that fail, named by their file, their suites and their name. */
export const nodeTest: Engine = {
  id: 'node-test',
  title: 'node:test',
  loads: 'everything',
  scope: 'tests',
  program: { kind: 'binary', name: 'node' },
  versionArgs: ['--version'],
  versionPattern: /^v(\d\S+)$/m,
  detect: (facts, root) => detectRunner(facts, root, nodeTestRunner),
  configNames: ['package.json', 'tsconfig.json'],
  sections: [],
  judges: /\.[cm]?[jt]sx?$/,
  reads: 'repository',
  changed: 'everything',
  native: (facts, { root }) => ({ ...findScriptStart(facts, root, nodeTestRunner) }),
  nested: 'apart',
  suppressions: [
    String.raw`\b(?:it|test|describe|suite)\.(?:skip|only|todo)\b`,
    String.raw`\bt(?:est)?\.(?:skip|todo)\(|\b(?:skip|only|todo):\s*(?:true|['"\`])`,
  ],
  tasks: byTestFile,
  validation: (input) => {
    const command = commandOf(nodeTest.program, input, {
      args: [],
      config: () => [],
      ...lastArgs(input.plan, targetPaths(input)),
    });
    return validationOf(command, input.draft, othersInTargets(input));
  },
  parse: parseNodeTestReport,
  check: { catalog: nodeTestCatalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const report = `${scratch}/tests.json`;
  const { env, paths } = lastArgs(plan, plan.scope);
  return {
    args: [
      ...plan.args,
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${report}`,
      ...paths,
    ],
    env,
    reports: { [nodeTestReport]: report },
  };
}

/** As the script of the project has it; without paths Node finds the tests itself. */
function lastArgs(plan: SpecInput['plan'], scope: readonly string[]) {
  const { env, nodeArgs, options, paths } = scriptStartOf(plan);
  const own = scope.includes('.') ? paths : scope;
  return { env, paths: [...nodeArgs, ...options, '--test', ...own] };
}
