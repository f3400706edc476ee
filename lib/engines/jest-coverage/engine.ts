import { valueIn } from '#base/data.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Detection } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, within } from '#check/rules/repository/facts.ts';
import { findScriptCommands } from '#check/rules/repository/scripts.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import {
  istanbulCatalog,
  istanbulReport,
  measuresJavaScript,
  recheckMeasured,
} from '../istanbul.ts';
import { jestRunner } from '../jest-runner.ts';
import {
  detectRunner,
  findScriptStart,
  optionsFor,
  scriptStartOf,
  startVariables,
} from '../script-start.ts';

/** Coverage of JavaScript by its tests, measured by Jest. It gives numbers; findings are made of lines that a change added. */
export const jestCoverage: Engine = {
  ...measuresJavaScript,
  id: 'jest-coverage',
  title: 'Coverage (Jest)',
  loads: 'everything',
  program: { kind: 'node-bin', package: 'jest', bin: 'jest' },
  versionArgs: ['--version'],
  versionPattern: /^(\d+\.\d+\.\S+)$/m,
  detect,
  configNames: [...jestRunner.files, 'package.json', 'babel.config.js', 'tsconfig.json'],
  sections: ['jest'],
  native,
  joins: { engine: 'jest', spec: measureRun },
  validation: (input) => {
    const { args } = measureRun({ ...input, scratch: 'node_modules/.cache' }, testRun(input.plan));
    return recheckMeasured(jestCoverage.program, input, [...args, '--coverageReporters=text']);
  },
  check: { catalog: istanbulCatalog, spec: specOf },
};

/** Jest can always measure, and many never have it do so. */
function detect(facts: RepositoryFacts, root: string): Detection {
  const found = detectRunner(facts, root, jestRunner);
  if (found.kind === 'absent') return found;
  const manifest = within(found.at, 'package.json');
  const isConfigured = ['coverageThreshold', 'collectCoverageFrom'].some(
    (key) => valueIn(facts.manifests.get(manifest), 'jest', key) !== undefined,
  );
  const isAsked = findScriptCommands(facts, found.at, 'jest').some(({ args }) =>
    args.some(asksForCoverage),
  );
  if (isConfigured || isAsked || collects(facts, found.at)) {
    return { ...found, because: `${manifest} measures coverage` };
  }
  return { kind: 'absent', because: `${found.because}, but nothing measures coverage` };
}

function native(facts: RepositoryFacts, { root }: { readonly root: string }) {
  const start = findScriptStart(facts, root, jestRunner);
  return { ...start, measures: collects(facts, root) || start.options.some(asksForCoverage) };
}

function collects({ manifests }: RepositoryFacts, folder: string): boolean {
  return valueIn(manifests.get(within(folder, 'package.json')), 'jest', 'collectCoverage') === true;
}

function asksForCoverage(option: string): boolean {
  return /^--(?:coverage|collectCoverage)(?:=true)?$/.test(option);
}

function specOf(input: SpecInput): RunSpec {
  const { plan } = input;
  const tests = testRun(plan);
  const config = plan.config.path === null ? [] : ['--config', plan.config.path];
  return measureRun(input, { ...tests, args: [...config, ...plan.args, ...tests.args] });
}

function testRun(plan: EnginePlan): RunSpec {
  const start = scriptStartOf(plan);
  return {
    args: [
      ...optionsFor(plan, start),
      '--ci',
      '--watchAll=false',
      '--reporters=default',
      '--testLocationInResults',
      ...start.paths,
    ],
    env: startVariables(start),
    reports: {},
  };
}

/** A run of the tests, measured. Where the project does so itself, what it misses stays with the run of its tests. */
function measureRun({ plan, scratch }: Pick<SpecInput, 'plan' | 'scratch'>, run: RunSpec): RunSpec {
  const folder = `${scratch}/coverage`;
  return {
    ...run,
    args: [
      ...run.args.filter((arg) => !asksForCoverage(arg) && !arg.startsWith('--coverageDirectory=')),
      '--coverage',
      `--coverageDirectory=${folder}`,
      '--coverageReporters=json',
      ...(plan.native?.['measures'] === true ? [] : ['--coverageThreshold={}']),
    ],
    reports: { ...run.reports, [istanbulReport]: `${folder}/coverage-final.json` },
  };
}
