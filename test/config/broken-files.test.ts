import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#config/load.ts';
import { formatProblem } from '#config/problems.ts';

const folder = join(import.meta.dirname, '../fixtures/config/broken');
const names = readdirSync(folder);

describe('a broken file', () => {
  it('has its expected messages beside it, and there are many of them', () => {
    const broken = namesEndingIn('.yaml');
    expect(namesEndingIn('.expected.txt')).toEqual(broken);
    expect(names).toHaveLength(broken.length * 2);
    expect(broken.length).toBeGreaterThanOrEqual(30);
  });

  it.each(namesEndingIn('.yaml'))('%s is told with all its problems', (name) => {
    const text = readFileSync(join(folder, `${name}.yaml`), 'utf8');
    const expected = readFileSync(join(folder, `${name}.expected.txt`), 'utf8');
    const outcome = loadConfig({ file: { name: 'ratchetr.yaml', text }, env: {}, overrides: [] });
    const lines = outcome.kind === 'ok' ? [] : outcome.problems.map(formatProblem);
    expect(lines.map((line) => `${line}\n`).join('')).toBe(expected);
    expect(expected).not.toBe('');
  });
});

function namesEndingIn(suffix: string): readonly string[] {
  return names
    .filter((name) => name.endsWith(suffix))
    .map((name) => name.slice(0, -suffix.length))
    .toSorted();
}
