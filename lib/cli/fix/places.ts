import { liesIn } from '#check/rules/scope/filter-findings.ts';
import type { StockInput } from '#repair/session/take-stock.ts';

/** Whether a finding lies where somebody asked for repairs. */
export function wantedIn(paths: readonly string[]): StockInput['wanted'] {
  if (paths.length === 0) return () => true;
  return ({ filePath }) => filePath !== undefined && liesIn(paths, filePath);
}
