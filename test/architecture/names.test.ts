import { describe, expect, it, onTestFinished } from 'vitest';
import { exportedTypes } from '../../bench/house/names.ts';
import { readTree } from '../../bench/house/tree.ts';
import { unitlessDurations } from './durations.ts';
import { plantTree } from './planted-tree.ts';

describe('exported types', () => {
  it('have a name of their own', () => {
    const { twice } = exportedTypes(readTree('.'));
    expect([...twice.keys()]).toEqual([]);
  });

  it('are found where two have one name', () => {
    const tree = plantTree(
      {
        'lib/model/a.ts': 'export interface Place {}\nexport type Sha = string;\n',
        'containers/agent/main.ts':
          "export type Place = 1;\nexport type { Sha } from '#model/a.ts';\n",
      },
      [],
    );
    onTestFinished(() => tree.remove());
    expect([...exportedTypes(readTree(tree.root)).twice]).toEqual([
      ['Place', ['containers/agent/main.ts', 'lib/model/a.ts']],
    ]);
  });
});

describe('lengths of time', () => {
  it('say in what they are counted', () => {
    const found = readTree('.').flatMap(({ path, text }) => unitlessDurations(path, text));
    // A setting as ratchetr.yaml spells it, whose value has its unit in the file.
    expect(found).toEqual(['lib/check/rules/repository/setup.ts timeout']);
  });

  it.each([
    'interface A { readonly timeout: number }',
    'interface A { maxAge?: number }',
    'const patience = 5000;',
    'const minute = 60_000;',
    'const kept = 35 * 24 * 60 * 60_000;',
    'const kept = 3 * hourMs;',
    "z.object({ start: z.int().optional().describe('How long it may take.') });",
  ])('are found where they do not: %s', (text) => {
    expect(unitlessDurations('lib/model/a.ts', text)).toHaveLength(1);
  });

  it.each([
    'interface A { readonly timeoutMs: number; timeout: Duration; page: number; ms: number }',
    'const keptMs = 35 * 24 * 60 * 60_000;',
    'const mostBytes = 60 * 1024;',
    'const dueAt = now + 60 * 60_000;',
    'const grid = 24 * width;',
    "z.object({ startMs: z.int().describe('How long it may take.') });",
    "z.object({ start: z.int().describe('When it began.') });",
  ])('are not found where they do: %s', (text) => {
    const found = unitlessDurations('lib/model/a.ts', text);
    expect(found).toEqual([]);
  });
});
