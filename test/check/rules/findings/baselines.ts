import type { Baseline, BaselineEntry } from '#check/rules/findings/baseline.ts';

export const anEntry = (different: Partial<BaselineEntry> = {}): BaselineEntry => ({
  path: 'a.py',
  rule: 'F401',
  L: 'aaaaaaaaaaaa',
  C: 'bbbbbbbbbbbb',
  M: 'cccccccccccc',
  message: 'unused',
  ...different,
});

export const baseline = (entries: readonly BaselineEntry[]): Baseline => ({
  engine: 'ruff',
  signature: 's1',
  entries,
});
