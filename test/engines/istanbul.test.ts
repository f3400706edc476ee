import { describe, expect, it } from 'vitest';
import { jest } from '#engines/jest/engine.ts';
import { jestCoverage } from '#engines/jest-coverage/engine.ts';
import { vitest } from '#engines/vitest/engine.ts';
import { vitestCoverage } from '#engines/vitest-coverage/engine.ts';
import type { Engine } from '#engines/contract.ts';
import { someFacts } from '../check/rules/repository/some-facts.ts';
import { planOf } from './recorded.ts';

type Manifest = Readonly<Record<string, unknown>>;

const placed = (engine: Engine, manifest: Manifest, more: Manifest = {}) =>
  engine.detect(someFacts({ manifests: { 'package.json': manifest, ...more } }), '.');

describe('coverage of JavaScript is measured', () => {
  it.each<readonly [string, Engine, Manifest, string]>([
    [
      'by Vitest where a provider is asked for',
      vitestCoverage,
      { scripts: { test: 'vitest' }, devDependencies: { '@vitest/coverage-v8': '5' } },
      'package.json asks for @vitest/coverage-v8',
    ],
    [
      'by Jest where a script has it measure',
      jestCoverage,
      { scripts: { test: 'jest', cover: 'jest --coverage' } },
      'package.json measures coverage',
    ],
    [
      'by Jest where it is configured to',
      jestCoverage,
      { scripts: { test: 'jest' }, jest: { collectCoverage: true } },
      'package.json measures coverage',
    ],
  ])('%s', (_, engine, manifest, because) => {
    expect(placed(engine, manifest)).toEqual({ kind: 'present', because, at: '.' });
  });

  it.each<readonly [Engine, Manifest]>([
    [vitestCoverage, { scripts: { test: 'vitest' } }],
    [vitestCoverage, { devDependencies: { '@vitest/coverage-v8': '5' } }],
    [jestCoverage, { scripts: { test: 'jest' } }],
  ])('and nowhere else', (engine, manifest) => {
    expect(placed(engine, manifest).kind).toBe('absent');
  });
});

/** The run of the tests, measured as well. */
function joined(host: Engine, guest: Engine, manifest: Manifest, more: Manifest = {}) {
  const facts = someFacts({ manifests: { 'package.json': manifest, ...more } });
  const [tests, measured] = [host, guest].map((engine) => {
    const native = engine.native?.(facts, { root: '.', config: null }) ?? {};
    return { plan: planOf({ native }), scratch: '/s' };
  });
  if (tests === undefined || measured === undefined) throw new Error('There are two');
  return guest.joins?.spec(measured, host.check.spec(tests));
}

describe('a run of tests that is measured', () => {
  const both = [
    [vitest, vitestCoverage, 'vitest'],
    [jest, jestCoverage, 'jest'],
  ] as const;

  it.each(both)('says each option once, and where both reports are', (host, guest, program) => {
    const run = joined(host, guest, { scripts: { test: `${program} --coverage` } });
    const names = run?.args.map((arg) => arg.split('=', 1)[0]) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(run?.reports).toEqual({
      report: `/s/${program}.json`,
      coverage: '/s/coverage/coverage-final.json',
    });
  });

  it.each(both)('keeps thresholds only where the project measures so itself', (...given) => {
    const [host, guest, program] = given;
    const withThresholds = (test: string) =>
      joined(host, guest, { scripts: { test } })?.args.filter((arg) => /thresholds?\b/i.test(arg));
    expect(withThresholds(`${program} --coverage`)).toEqual([]);
    expect(withThresholds(program)).not.toEqual([]);
  });

  it('knows where the configuration of Vitest has it measured', () => {
    const config = { 'vitest.config.ts': { measures: true } };
    const run = joined(vitest, vitestCoverage, { scripts: { test: 'vitest' } }, config);
    expect(run?.args.filter((arg) => arg.includes('thresholds'))).toEqual([]);
  });
});
