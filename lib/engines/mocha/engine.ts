import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import {
  commandOf,
  othersInTargets,
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
import { mochaCatalog } from './catalog.ts';
import { mochaReport, parseMochaReport } from './report.ts';
import { mochaRunner } from './runner.ts';

/** Mocha. Its findings are tests and hooks that fail, named by their file and their full title. */
export const mocha: Engine = {
  id: 'mocha',
  title: 'Mocha',
  loads: 'everything',
  scope: 'tests',
  program: { kind: 'node-bin', package: 'mocha', bin: 'mocha' },
  versionArgs: ['--version'],
  versionPattern: /^(\d+\.\d+\.\S+)$/m,
  detect: (facts, root) => detectRunner(facts, root, mochaRunner),
  configNames: [...mochaRunner.files, 'package.json', 'mocha.opts', 'tsconfig.json'],
  sections: ['mocha'],
  judges: /\.[cm]?[jt]sx?$/,
  reads: 'repository',
  // The files that its configuration names run beside those that it is given.
  changed: 'everything',
  native: (facts, { root }) => ({ ...findScriptStart(facts, root, mochaRunner) }),
  nested: 'apart',
  suppressions: [
    String.raw`\b(?:it|test|specify|describe|context|suite)\.(?:skip|only)\b`,
    String.raw`\bx(?:it|specify|describe|context)\s*\(`,
    String.raw`\bthis\.skip\(`,
  ],
  tasks: byTestFile,
  validation: (input) => {
    const start = scriptStartOf(input.plan);
    const command = commandOf(mocha.program, input, {
      args: optionsFor(input.plan, start),
      config: (path) => ['--config', path],
      env: startVariables(start),
      paths: pathArgs(targetPaths(input), start.paths),
    });
    return validationOf(command, input.draft, othersInTargets(input));
  },
  parse: parseMochaReport,
  check: { catalog: mochaCatalog, spec: specOf },
};

function specOf({ plan, scratch }: SpecInput): RunSpec {
  const start = scriptStartOf(plan);
  const report = `${scratch}/mocha.json`;
  return {
    args: [
      ...optionsFor(plan, start),
      ...(plan.config.path === null ? [] : ['--config', plan.config.path]),
      ...plan.args,
      '--reporter',
      'json',
      '--reporter-option',
      `output=${report}`,
      ...pathArgs(plan.scope, start.paths),
    ],
    env: startVariables(start),
    reports: { [mochaReport]: report },
  };
}

/** Without paths mocha takes its own. */
function pathArgs(scope: readonly string[], own: readonly string[]): readonly string[] {
  return scope.includes('.') ? own : scope;
}
