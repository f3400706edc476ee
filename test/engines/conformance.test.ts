import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { template } from '#engines/_template/engine.ts';
import type { Engine } from '#engines/contract.ts';
import { engines } from '#engines/registry.ts';
import {
  recordedOutputs,
  refusedOf,
  samples,
  versionLines,
  withoutConfig,
} from './conformance-samples.ts';
import { missingPieces } from '../support/missing-pieces.ts';
import { enginePieces } from './pieces.ts';
import { checkoutOf, planOf } from './recorded.ts';

const family = join(import.meta.dirname, '../../lib/engines');
const folders = readdirSync(family, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

it('every engine is the folder of its name, once', () => {
  const ids = engines.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !folders.includes(id))).toEqual([]);
  expect(folders.filter((name) => !name.startsWith('_') && !ids.includes(name))).toEqual([]);
});

describe('an engine', () => {
  const ids = engines.map(({ id }) => id);

  it('comes with all that shows how it behaves', () => {
    expect(missingPieces(ids, enginePieces)).toEqual([]);
  });

  it('that is a folder and a line of the registry alone is told what is missing, and where', () => {
    const planted: Engine = { ...template, id: 'planted' };
    expect(missingPieces([...ids, planted.id], enginePieces)).toEqual([
      expect.stringContaining('test/engines/conformance-samples.ts'),
      expect.stringContaining('test/fixtures/reports/planted'),
      expect.stringContaining('test/engines/planted/report.test.ts'),
      expect.stringContaining('test/engines/planted/real-exits.test.ts'),
      expect.stringContaining('test/engines/repairs.ts'),
    ]);
  });
});

describe.each(samples)('%s', (id, { engine, options }) => {
  const plan = planOf({
    engine: id,
    scope: ['src', 'tests'],
    config: { path: 'conf/tool.cfg', source: 'config' },
    args: ['--an-argument'],
    options,
  });
  const scratch = '/scratch/of-this-run';
  const specs = actionsOf(engine).map(({ spec }) => spec({ plan, scratch }));

  it('reads its version', () => {
    const [line, version] = versionLines[id] ?? ['', 'the version'];
    expect(engine.versionPattern.exec(line)?.[1]).toBe(version);
    expect(engine.versionPattern.exec('command not found')).toBeNull();
  });

  it('is absent from an empty repository', () => {
    expect(engine.detect(checkoutOf({}), '.').kind).toBe('absent');
    expect(engine.detect(checkoutOf({}), 'packages/inner').kind).toBe('absent');
  });

  it('passes on the arguments and the configuration it is given', () => {
    for (const { args } of specs) {
      expect(args).toContain('--an-argument');
      const given = args.some((arg) => arg.includes('conf/tool.cfg'));
      expect(given).toBe(!withoutConfig.has(id));
    }
  });

  it.runIf(engine.scope === 'per-file')('names the paths of its scope', () => {
    const named = specs.map(({ args }) => plan.scope.filter((path) => args.includes(path)));
    expect(named).toEqual(specs.map(() => plan.scope));
  });

  it('has its reports written into the folder of the run', () => {
    const paths = specs.flatMap(({ reports }) => Object.values(reports));
    expect(paths.filter((path) => !path.startsWith(`${scratch}/`))).toEqual([]);
  });

  it('has patterns that compile and keep no state', () => {
    for (const pattern of engine.suppressions) expect(() => new RegExp(pattern)).not.toThrow();
    expect(engine.judges.flags).not.toMatch(/[gy]/);
    expect(engine.versionPattern.flags).not.toMatch(/[gy]/);
  });

  it('has a catalog whose probes have ids of their own and patterns that compile', () => {
    for (const { catalog } of actionsOf(engine)) {
      const probes = catalog.probes ?? [];
      const ids = probes.map((probe) => probe.id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { pattern } of probes) expect(() => new RegExp(pattern, 'm')).not.toThrow();
      const sentences = [
        ...(catalog.rules ?? []).map(({ why }) => why),
        ...probes.map(({ remedy }) => remedy),
      ];
      expect(sentences.filter((sentence) => !/^[A-Z].*\.$/i.test(sentence))).toEqual([]);
    }
  });

  const names = specs.flatMap(({ reports }) => Object.keys(reports));
  const outputs = recordedOutputs(id, names);
  it.each(outputs)('reads the recorded %s', (_name, output) => {
    const report = engine.parse(output);
    expect(refusedOf(report)).toEqual([]);
    expect(report.facts.findings).toBe(report.findings.length);
  });

  it.runIf(outputs.length > 0)('finds something in what was recorded', () => {
    const reports = outputs.map(([, output]) => engine.parse(output));
    // One that only measures has numbers in place of findings.
    const found = reports.flatMap(({ findings, coverage = [] }) => [...findings, ...coverage]);
    expect(found.length).toBeGreaterThan(0);
  });
});

function actionsOf({ check, fix }: Engine): readonly Engine['check'][] {
  return fix === undefined ? [check] : [check, fix];
}
