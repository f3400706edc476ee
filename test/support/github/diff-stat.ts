import { mergeBases } from './history.ts';
import { baseTip } from './mergeability.ts';
import { treeOf } from './merges.ts';
import type { Pull } from './model.ts';

export interface DiffStat {
  readonly additions: number;
  readonly deletions: number;
  readonly changedFiles: number;
}

const known = new Map<string, Promise<DiffStat>>();

/** How much a pull request changes, counted by git once for each pair of trees. */
export function diffStat(pull: Pull): Promise<DiffStat> {
  const { git } = pull.repository;
  const base = baseTip(pull) ?? pull.baseSha;
  const [start = base] = mergeBases(git, base, pull.headSha);
  const trees = [treeOf(git, start), treeOf(git, pull.headSha)];
  const key = trees.join('..');
  const stat = known.get(key) ?? git.git(['diff', '--numstat', ...trees]).then(sumUp);
  known.set(key, stat);
  return stat;
}

// Binary files have dashes instead of numbers.
function sumUp(numstat: string): DiffStat {
  const rows = numstat
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t').map((cell) => Number.parseInt(cell, 10) || 0));
  const sum = (column: number) => rows.reduce((total, row) => total + (row[column] ?? 0), 0);
  return { additions: sum(0), deletions: sum(1), changedFiles: rows.length };
}
