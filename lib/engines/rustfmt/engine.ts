import { textListIn } from '#base/data.ts';
import type { ExitRule, Probe } from '#check/rules/outcome/exit-catalog.ts';
import { cargoProbes } from '#check/rules/outcome/cargo-ends.ts';
import { detectRustfmt, findCargoArgs } from '#check/rules/repository/cargo.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { recheckAll } from '#repair/rules/tasks/recheck.ts';
import { ofRust } from '../compiled.ts';
import type { Engine, RunSpec, SpecInput } from '../contract.ts';
import { parseRustfmtReport } from './report.ts';

const ownFiles = ['rustfmt.toml', '.rustfmt.toml'];

const rules: readonly ExitRule[] = [
  { code: 0, report: ['valid-empty'], category: 'success', why: 'Every file is formatted.' },
  {
    code: '*',
    report: ['valid-empty'],
    category: 'tool_failure',
    reason: 'CONFIG_INVALID',
    why: 'rustfmt refused its configuration or an argument; correct what its standard error names.',
  },
];
const probes: readonly Probe[] = [
  ...cargoProbes.filter(({ id }) => id === 'not-installed'),
  {
    id: 'unknown-option',
    stream: 'stderr',
    pattern: '^Warning: Unknown configuration option ',
    effect: 'degraded',
    judgesAll: true,
    remedy: 'rustfmt ignored a part of its configuration; correct what it names.',
  },
  {
    id: 'nightly-option',
    stream: 'stderr',
    pattern: "^Warning: can't set ",
    effect: 'told',
    remedy: 'Some options of rustfmt.toml count with a nightly toolchain alone.',
  },
  {
    id: 'not-parsed',
    stream: 'stderr',
    pattern: '^Error writing files: failed to resolve mod ',
    effect: 'partial',
    remedy: 'A file with an error of syntax keeps those from being judged that it belongs to.',
  },
];

/** rustfmt, the formatter of Rust, as cargo starts it for all packages. Its findings are whole files. */
export const rustfmt: Engine = {
  ...ofRust,
  id: 'rustfmt',
  title: 'rustfmt',
  scope: 'whole-program',
  program: { kind: 'binary', name: 'cargo-fmt', of: 'machine' },
  versionArgs: ['fmt', '--version'],
  versionPattern: /^rustfmt (\S+)/m,
  detect: detectRustfmt,
  configNames: [...ownFiles, 'Cargo.toml', 'rust-toolchain.toml'],
  changed: 'filter',
  native: (facts, { root }) => ({ args: [...(findCargoArgs(facts, root, 'fmt') ?? [])] }),
  suppressions: [String.raw`#!?\[\s*(?:cfg_attr\([^\]]*,\s*)?rustfmt::skip\b`],
  tasks: byFile,
  validation: (input) =>
    recheckAll(rustfmt.program, input, {
      args: ['fmt', '--check', ...textListIn(input.plan.native, 'args')],
      config: (path) => ['--', '--config-path', path],
    }),
  parse: parseRustfmtReport,
  check: {
    catalog: { report: 'always', rules, probes },
    spec: (input) => specOf(input, ['--check'], ['-l']),
  },
  fix: {
    catalog: { isFix: true, report: 'always', rules, probes },
    spec: (input) => specOf(input, [], []),
  },
};

function specOf(
  { plan }: SpecInput,
  mode: readonly string[],
  toldRustfmt: readonly string[],
): RunSpec {
  const config = plan.config.path === null ? [] : ['--config-path', plan.config.path];
  const args = [...mode, ...textListIn(plan.native, 'args'), ...plan.args];
  return { args: ['fmt', ...args, '--', ...toldRustfmt, ...config], env: {}, reports: {} };
}
