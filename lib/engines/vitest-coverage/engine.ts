import { valueIn } from '#base/data.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import type { Detection } from '#check/rules/repository/evidence.ts';
import { type RepositoryFacts, upward, within } from '#check/rules/repository/facts.ts';
import { dependenciesAt } from '#check/rules/repository/node.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import {
  istanbulCatalog,
  istanbulReport,
  measuresJavaScript,
  recheckMeasured,
} from '../istanbul.ts';
import {
  detectRunner,
  findScriptStart,
  optionsFor,
  scriptStartOf,
  startVariables,
} from '../script-start.ts';
import { vitestArguments, vitestConfigs, vitestRunner } from '../vitest-runner.ts';

const providers = ['@vitest/coverage-v8', '@vitest/coverage-istanbul'];

/** Coverage of JavaScript by its tests, measured by Vitest. It gives numbers; findings are made of lines that a change added. */
export const vitestCoverage: Engine = {
  ...measuresJavaScript,
  id: 'vitest-coverage',
  title: 'Coverage (Vitest)',
  loads: 'everything',
  program: { kind: 'node-bin', package: 'vitest', bin: 'vitest' },
  versionArgs: ['--version'],
  versionPattern: /^vitest\/(\S+)/m,
  detect,
  configNames: [...vitestRunner.files, ...vitestConfigs, 'package.json'],
  sections: [],
  native,
  leavesOut: 'inner',
  joins: { engine: 'vitest', spec: measureRun },
  validation: (input) => {
    const { args } = measureRun({ ...input, scratch: 'node_modules/.cache' }, testRun(input.plan));
    return recheckMeasured(vitestCoverage.program, input, [...args, '--coverage.reporter=text']);
  },
  check: { catalog: istanbulCatalog, spec: specOf },
};

function detect(facts: RepositoryFacts, root: string): Detection {
  const found = detectRunner(facts, root, vitestRunner);
  if (found.kind === 'absent') return found;
  const provider = providers.find((name) =>
    upward(found.at).some((folder) => dependenciesAt(facts, folder).has(name)),
  );
  if (provider !== undefined) return { ...found, because: `package.json asks for ${provider}` };
  return { kind: 'absent', because: `${found.because}, but nothing asks for ${providers[0]}` };
}

function native(facts: RepositoryFacts, { root }: { readonly root: string }) {
  const start = findScriptStart(facts, root, vitestRunner);
  const isConfigured = [...vitestRunner.files, ...vitestConfigs].some(
    (name) => valueIn(facts.manifests.get(within(root, name)), 'measures') === true,
  );
  return { ...start, measures: isConfigured || start.options.some(asksForCoverage) };
}

function asksForCoverage(option: string): boolean {
  return /^--coverage(?:\.enabled)?(?:=true)?$/.test(option);
}

function specOf(input: SpecInput): RunSpec {
  const { plan } = input;
  const tests = testRun(plan);
  const args = [
    ...tests.args,
    ...(plan.config.path === null ? [] : ['--config', plan.config.path]),
    ...plan.args,
    ...vitestArguments(input),
  ];
  return measureRun(input, { ...tests, args });
}

function testRun(plan: EnginePlan): RunSpec {
  const start = scriptStartOf(plan);
  return {
    args: ['run', ...start.paths.filter((path) => path !== 'run'), ...optionsFor(plan, start)],
    // In a CI, snapshots that are missing are not written.
    env: { CI: '1', ...startVariables(start) },
    reports: {},
  };
}

/** A run of the tests, measured. Where the project does so itself, what it misses stays with the run of its tests. */
function measureRun({ plan, scratch }: Pick<SpecInput, 'plan' | 'scratch'>, run: RunSpec): RunSpec {
  const folder = `${scratch}/coverage`;
  const kinds = plan.native?.['measures'] === true ? [] : thresholds;
  return {
    ...run,
    args: [
      ...run.args.filter(
        (arg) => !asksForCoverage(arg) && !arg.startsWith('--coverage.reportsDirectory='),
      ),
      '--coverage.enabled',
      '--coverage.reportOnFailure',
      '--coverage.reporter=json',
      `--coverage.reportsDirectory=${folder}`,
      ...kinds.map((kind) => `--coverage.thresholds.${kind}=0`),
    ],
    reports: { ...run.reports, [istanbulReport]: `${folder}/coverage-final.json` },
  };
}

const thresholds = ['lines', 'functions', 'branches', 'statements'];
