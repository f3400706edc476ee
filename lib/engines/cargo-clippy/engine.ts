import { textListIn } from '#base/data.ts';
import type { EnginePlan } from '#model/engine-plan.ts';
import { cargoProbes } from '#check/rules/outcome/cargo-ends.ts';
import type { ExitRule } from '#check/rules/outcome/exit-catalog.ts';
import {
  copiedForCargo,
  detectClippy,
  findCargoArgs,
  lockedArgs,
} from '#check/rules/repository/cargo.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import { allowedLints, cargoCouldNotBegin, needsNightly, notBuilt, ofRust } from '../compiled.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { parseClippyReport } from './report.ts';

const rules: readonly ExitRule[] = [
  { code: 0, report: ['valid-empty'], category: 'success', why: 'clippy has nothing to say.' },
  needsNightly,
  cargoCouldNotBegin,
];
const probes = [...cargoProbes, notBuilt];

/** Clippy, with what the compiler itself says. It judges all packages that the project lets it judge. */
export const cargoClippy: Engine = {
  ...ofRust,
  id: 'cargo-clippy',
  title: 'cargo clippy',
  scope: 'whole-program',
  program: { kind: 'binary', name: 'cargo-clippy', of: 'machine' },
  versionArgs: ['clippy', '--version'],
  versionPattern: /^clippy (\S+)/m,
  detect: detectClippy,
  configNames: ['clippy.toml', '.clippy.toml', ...ofRust.configNames],
  changed: 'filter',
  native: (facts, { root }) => {
    const [args, lints] = splitAt(findCargoArgs(facts, root, 'clippy') ?? ['--all-targets']);
    return { args: [...lockedArgs(facts, root), ...args], lints };
  },
  // Warnings end with 0; what is denied is an error.
  fails: { from: 'high', strictBy: /^(?:-D)?warnings$/ },
  suppressions: [allowedLints],
  tasks: byFile,
  validation: (input) =>
    recheckAll(cargoClippy.program, input, {
      args: ['clippy', ...nativeArgs(input.plan)],
      config: () => [],
      paths: ['--', ...nativeLints(input.plan), '-D', 'warnings'],
    }),
  parse: parseClippyReport,
  check: {
    catalog: { report: 'always', rules, probes },
    spec: (input) => specOf(input, []),
  },
  fix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    // People have changes that are not committed, and copies have no history.
    spec: (input) => specOf(input, ['--fix', '--allow-dirty', '--allow-staged', '--allow-no-vcs']),
  },
};

function splitAt(args: readonly string[]): readonly [string[], string[]] {
  const end = args.indexOf('--');
  return end < 0 ? [[...args], []] : [args.slice(0, end), args.slice(end + 1)];
}

function specOf({ plan }: SpecInput, mode: readonly string[]): RunSpec {
  const lints = nativeLints(plan);
  return {
    args: [
      'clippy',
      '--message-format=json',
      ...mode,
      ...nativeArgs(plan),
      ...plan.args,
      ...(lints.length > 0 ? ['--', ...lints] : []),
    ],
    env: {},
    reports: {},
    // A repair is made where it is to be.
    ...(mode.length === 0 && copiedForCargo(nativeArgs(plan))),
  };
}

function nativeArgs({ native }: EnginePlan): readonly string[] {
  return textListIn(native, 'args');
}

function nativeLints({ native }: EnginePlan): readonly string[] {
  return textListIn(native, 'lints');
}
