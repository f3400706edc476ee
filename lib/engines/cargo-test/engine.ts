import { textListIn } from '#base/data.ts';
import { cargoProbes } from '#check/rules/outcome/cargo-ends.ts';
import type { ExitCatalog } from '#check/rules/outcome/exit-catalog.ts';
import {
  copiedForCargo,
  detectCargoTests,
  findCargoArgs,
  lockedArgs,
} from '#check/rules/repository/cargo.ts';
import { byTestFile } from '#repair/rules/tasks/by-test-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import { cargoCouldNotBegin, ofRust } from '../compiled.ts';
import type { Engine } from '../contract.ts';
import { parseCargoTestReport } from './report.ts';

const catalog: ExitCatalog = {
  report: 'always',
  rules: [
    { code: 0, report: ['valid-empty'], category: 'success', why: 'All tests passed.' },
    {
      code: 101,
      report: ['valid-findings'],
      category: 'diagnostic',
      why: 'Some tests failed, or some code could not be compiled.',
    },
    cargoCouldNotBegin,
  ],
  probes: cargoProbes,
};

/** cargo test, with the tests of documentation. Its findings are tests that fail, and what cannot be compiled. */
export const cargoTest: Engine = {
  ...ofRust,
  id: 'cargo-test',
  title: 'cargo test',
  scope: 'tests',
  program: { kind: 'binary', name: 'cargo', of: 'machine' },
  versionArgs: ['--version'],
  versionPattern: /^cargo (\S+)/m,
  detect: detectCargoTests,
  changed: 'everything',
  native: (facts, { root }) => ({
    args: [...lockedArgs(facts, root), ...(findCargoArgs(facts, root, 'test') ?? [])],
  }),
  suppressions: [
    String.raw`#\[\s*(?:cfg_attr\([^\]]*,\s*)?ignore\b`,
    String.raw`^\s*//[/!]\s*${'```'}[\w,]*\b(?:ignore|no_run)\b`,
  ],
  tasks: byTestFile,
  validation: (input) =>
    recheckAll(cargoTest.program, input, {
      args: ['test', '--no-fail-fast', ...textListIn(input.plan.native, 'args')],
      config: () => [],
    }),
  parse: parseCargoTestReport,
  check: {
    catalog,
    spec: ({ plan }) => ({
      args: [
        'test',
        '--no-fail-fast',
        '--message-format=json',
        ...textListIn(plan.native, 'args'),
        ...plan.args,
      ],
      env: {},
      reports: {},
      ...copiedForCargo(textListIn(plan.native, 'args')),
    }),
  },
};
