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
  biome: ['Version: 2.6.7', '2.6.7'],
  command: ['judge 1.2.3', '1.2.3'],
  coverage: ['pytest 9.1.1', '9.1.1'],
  eslint: ['v10.15.0', '10.15.0'],
  junit: ['run-the-tests 1.2.3', '1.2.3'],
  mypy: ['mypy 2.4.0 (compiled: yes)', '2.4.0'],
  oxlint: ['Version: 1.89.0', '1.89.0'],
  pylint: ['pylint 4.0.2\nastroid 4.0.1', '4.0.2'],
  pyright: ['pyright 1.1.414', '1.1.414'],
  pytest: ['pytest 9.1.1', '9.1.1'],
  ruff: ['ruff 0.16.9', '0.16.9'],
  'ruff-format': ['ruff 0.16.9', '0.16.9'],
  sarif: ['judge 1.2.3', '1.2.3'],
  _template: ['template 1.2.3', '1.2.3'],
  tombi: ['tombi 0.7.0', '0.7.0'],
  tsc: ['Version 7.0.2', '7.0.2'],
  vitest: ['vitest/5.1.0 linux-x64 node-v24.21.0', '5.1.0'],
};

const given = { detect: ['tool.cfg'], version: { args: ['--version'] } };
const optionsOf: Readonly<Record<string, EnginePlan['options']>> = {
  command: { ...given, command: ['judge'] },
  junit: { ...given, command: ['run-the-tests'], report: { file: 'out.xml' } },
  sarif: { ...given, command: ['judge'] },
};

/** Tools that take no file of configuration as an argument. */
export const withoutConfig: ReadonlySet<string> = new Set(['command', 'junit', 'sarif', 'tombi']);

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
