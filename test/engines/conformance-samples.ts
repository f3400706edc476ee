import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EnginePlan } from '#model/engine-plan.ts';
import { finding } from '#model/finding.ts';
import { template } from '#engines/_template/engine.ts';
import type { Engine, EngineReport, RawFinding, ToolOutput } from '#engines/contract.ts';
import { engines } from '#engines/registry.ts';
import { t0 } from '../support/samples.ts';

/** First line of what the tool says about its version, and the version in it. */
export const versionLines: Readonly<Record<string, readonly [string, string]>> = {
  actionlint: ['v1.7.12\ninstalled by building from source', '1.7.12'],
  black: ['python -m black, 26.10.1 (compiled: yes)', '26.10.1'],
  flake8: ['7.5.0 (mccabe: 0.7.0, pycodestyle: 2.15.0) CPython 3.11.7 on', '7.5.0'],
  isort: ['9.0.2 (compiled yes)', '9.0.2'],
  knip: ['6.44.2', '6.44.2'],
  markdownlint: ['markdownlint-cli2 v0.24.1 (markdownlint v0.42.1)', '0.24.1'],
  'pre-commit': ['pre-commit 4.7.0', '4.7.0'],
  prettier: ['3.10.1', '3.10.1'],
  shellcheck: ['ShellCheck - shell script analysis tool\nversion: 0.11.0', '0.11.0'],
  stylelint: ['18.0.0', '18.0.0'],
  biome: ['Version: 2.6.7', '2.6.7'],
  'cargo-check': ['cargo 1.95.0 (f2d3ce0bd 2026-03-21)', '1.95.0'],
  'cargo-clippy': ['clippy 0.1.95 (59807616e1 2026-04-14)', '0.1.95'],
  'cargo-test': ['cargo 1.95.0 (f2d3ce0bd 2026-03-21)', '1.95.0'],
  checkstyle: ['judge 1.2.3', '1.2.3'],
  command: ['judge 1.2.3', '1.2.3'],
  coverage: ['pytest 9.1.1', '9.1.1'],
  eslint: ['v10.15.0', '10.15.0'],
  jest: ['30.5.2', '30.5.2'],
  'go-test': ['go version go1.26.8 linux/amd64', '1.26.8'],
  'go-vet': ['go version go1.26.8 linux/amd64', '1.26.8'],
  gofmt: ['go version go1.26.8 linux/amd64', '1.26.8'],
  'golangci-lint': ['golangci-lint has version 2.5.0 built with go1.26.8', '2.5.0'],
  'jest-coverage': ['30.5.2', '30.5.2'],
  junit: ['run-the-tests 1.2.3', '1.2.3'],
  mocha: ['11.8.0', '11.8.0'],
  mypy: ['mypy 2.4.0 (compiled: yes)', '2.4.0'],
  'node-test': ['v24.21.0', '24.21.0'],
  numbers: ['measure 1.2.3', '1.2.3'],
  oxlint: ['Version: 1.89.0', '1.89.0'],
  pylint: ['pylint 4.0.2\nastroid 4.0.1', '4.0.2'],
  pyright: ['pyright 1.1.414', '1.1.414'],
  pytest: ['pytest 9.1.1', '9.1.1'],
  rdjson: ['judge 1.2.3', '1.2.3'],
  ruff: ['ruff 0.16.9', '0.16.9'],
  'ruff-format': ['ruff 0.16.9', '0.16.9'],
  rustfmt: ['rustfmt 1.9.0-stable (59807616e1 2026-04-14)', '1.9.0-stable'],
  sarif: ['judge 1.2.3', '1.2.3'],
  _template: ['template 1.2.3', '1.2.3'],
  tombi: ['tombi 0.7.0', '0.7.0'],
  tsc: ['Version 7.0.2', '7.0.2'],
  vitest: ['vitest/5.1.0 linux-x64 node-v24.21.0', '5.1.0'],
  'vitest-coverage': ['vitest/5.1.0 linux-x64 node-v24.21.0', '5.1.0'],
};

const given = { detect: ['tool.cfg'], version: { args: ['--version'] } };
const optionsOf: Readonly<Record<string, EnginePlan['options']>> = {
  checkstyle: { ...given, command: ['judge'] },
  command: { ...given, command: ['judge'] },
  rdjson: { ...given, command: ['judge'] },
  junit: { ...given, command: ['run-the-tests'], report: { file: 'out.xml' } },
  numbers: { ...given, command: ['measure'] },
  sarif: { ...given, command: ['judge'] },
};

/** Tools that take no file of configuration as an argument. */
export const withoutConfig: ReadonlySet<string> = new Set([
  'cargo-check',
  'cargo-clippy',
  'cargo-test',
  'checkstyle',
  'command',
  'go-test',
  'go-vet',
  'gofmt',
  'junit',
  'node-test',
  'numbers',
  'rdjson',
  'sarif',
  'tombi',
]);

export interface Sample {
  /** As it is under its options, for those that are nothing without any. */
  readonly engine: Engine;
  readonly options: EnginePlan['options'];
}

/** Every engine of the registry, and the template. */
export const samples: readonly (readonly [string, Sample])[] = [...engines, template].map(
  (engine) => {
    const options = optionsOf[engine.id] ?? {};
    return [engine.id, { engine: { ...engine, ...engine.configured?.(options) }, options }];
  },
);

const folder = join(import.meta.dirname, '../fixtures/reports');

/** All that real runs of the tool left, each as whatever the engine may read it from. */
export function recordedOutputs(
  id: string,
  reports: readonly string[],
): readonly (readonly [string, ToolOutput])[] {
  const own = join(folder, id);
  if (!existsSync(own)) return [];
  return readdirSync(own).map((name) => {
    const text = readFileSync(join(own, name), 'utf8');
    const said = name.endsWith('.err')
      ? { stdout: '', stderr: text }
      : { stdout: text, stderr: '' };
    return [
      name,
      { ...said, reports: new Map(reports.map((report) => [report, text])), cwd: '/repo' },
    ];
  });
}

/** What the model refuses of a report. */
export function refusedOf({ findings }: EngineReport): readonly RawFinding[] {
  return findings.filter((raw) => !fitsModel(raw));
}

function fitsModel({ kind, severity, message, path, line, column, rule }: RawFinding): boolean {
  const fields = { filePath: path, line, column, symbol: rule };
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  const whole = {
    id: 'f1',
    runId: 'run-1',
    tool: 'tool',
    fingerprint: 'fingerprint',
    createdAt: t0,
    kind,
    severity,
    message,
    ...Object.fromEntries(known),
  };
  return finding.safeParse(whole).success;
}
