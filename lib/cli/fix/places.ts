import { within, type RepositoryFacts } from '#domain/repository/facts.ts';
import { findRoots } from '#domain/repository/roots.ts';
import { liesIn } from '#domain/scope/filter-findings.ts';
import type { StockInput } from '#steps/session/take-stock.ts';

/** Folders of dependencies that copies of the repository share with it; where there is none, none is shared. */
export function linkedFolders(facts: RepositoryFacts): readonly string[] {
  const modules = findRoots(facts).map((root) => within(root, 'node_modules'));
  return [...new Set([...modules, ...facts.environments])];
}

/** Whether a finding lies where somebody asked for repairs. */
export function wantedIn(paths: readonly string[]): StockInput['wanted'] {
  if (paths.length === 0) return () => true;
  return ({ filePath }) => filePath !== undefined && liesIn(paths, filePath);
}
