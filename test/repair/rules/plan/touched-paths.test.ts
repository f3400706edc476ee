import { describe, expect, it } from 'vitest';
import { conflict, pathWithFolders, touchOf } from '#repair/rules/plan/touched-paths.ts';
import type { StructuredStep } from '#model/structured-plan.ts';
import { asks, deletes, reads, runs, step, writes } from './steps.ts';

type Action = StructuredStep['action'];

const clash = (a: Action, b: Action) => {
  const touches = [touchOf(step(1, a)), touchOf(step(2, b))] as const;
  expect(conflict(touches[1], touches[0])).toBe(conflict(touches[0], touches[1]));
  return conflict(touches[0], touches[1]);
};

describe('steps conflict', () => {
  it.each([
    ['the same path', 'src/a.ts', 'src/a.ts'],
    ['a path and one below it', 'src', 'src/deep/a.ts'],
    ['paths that differ in case', 'src/A.ts', 'SRC/a.ts'],
    ['a folder in another case', 'SRC', 'src/a.ts'],
    ['two spellings of one letter', 'caf\u00E9', 'cafe\u0301'],
    ['two spellings of one path', './src//a.ts', 'src/x/../a.ts'],
    ['the root and anything', '.', 'a'],
    ['letters that grow in capitals', 'stra\u00DFe', 'STRASSE'],
  ])('over %s', (_, a, b) => {
    expect(clash(writes(a), writes(b))).toBe(true);
    expect(clash(reads(a), deletes(b))).toBe(true);
    expect(clash(writes(a), reads(b))).toBe(true);
    expect(clash(reads(a), reads(b))).toBe(false);
  });

  it.each([
    ['src/a.ts', 'src/b.ts'],
    ['src', 'src2/a.ts'],
    ['a/b', 'a-b'],
  ])('not over %s and %s', (a, b) => {
    expect(clash(writes(a), deletes(b))).toBe(false);
  });

  it('whenever one of them may touch anything', () => {
    const browse: Action = { type: 'browser_act', acts: [{ do: 'open', url: 'about:blank' }] };
    const tool: Action = { type: 'use_tool', tool: 'deploy', input: null };
    for (const alone of [runs(), asks(), browse, tool]) expect(clash(alone, reads('a'))).toBe(true);
  });
});

it('lists a place and all above it', () => {
  expect(pathWithFolders('/a/b/c')).toEqual(['/a/b/c', '/a/b', '/a', '']);
  expect(pathWithFolders('')).toEqual(['']);
});
