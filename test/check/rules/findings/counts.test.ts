import { describe, expect, it } from 'vitest';
import { findingCounts } from '#model/finding.ts';
import { countStageFindings } from '#check/rules/findings/counts.ts';
import { aFinding } from '../../../support/samples.ts';

describe('countFindings', () => {
  it('counts nothing', () => {
    expect(countStageFindings('ruff', 'start', [])).toEqual({
      tool: 'ruff',
      stage: 'start',
      total: 0,
      bySeverity: {},
    });
  });

  it('counts by severity and leaves out those that do not occur', () => {
    const severities = ['low', 'blocker', 'low', 'medium', 'low'] as const;
    const findings = severities.map((severity) => aFinding({ severity }));
    const counts = countStageFindings('pytest', 'checkpoint-3', findings);
    expect(counts).toEqual({
      tool: 'pytest',
      stage: 'checkpoint-3',
      total: 5,
      bySeverity: { blocker: 1, medium: 1, low: 3 },
    });
    expect(findingCounts.parse(counts)).toEqual(counts);
  });
});
