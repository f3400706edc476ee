import { describeUncovered, findUncoveredLines } from './rules/findings/uncovered-lines.ts';
import type { FileCoverage, RawFinding } from '#engines/contract.ts';
import type { Base } from './read-base.ts';

/** Lines that the change added and that no test reaches: an engine cannot name them, for it knows no change. */
export function reportUncoveredLines(
  repository: string,
  coverage: readonly Pick<FileCoverage, 'path' | 'uncovered'>[],
  { isChangedLine }: Pick<Base, 'isChangedLine'>,
): readonly RawFinding[] {
  return findUncoveredLines(coverage, isChangedLine).map((lines) => ({
    kind: 'coverage_gap',
    severity: 'medium',
    rule: 'uncovered-lines',
    message: describeUncovered(lines),
    path: `${repository}/${lines.path}`,
    line: lines.first,
    column: null,
  }));
}
