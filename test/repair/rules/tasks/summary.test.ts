import { describe, expect, it } from 'vitest';
import { runSummary } from '#model/run.ts';
import { taskStatus } from '#model/task.ts';
import { summarizeRunParts } from '#repair/rules/tasks/summary.ts';
import { anArtifact, anAttempt, aRun, aTask } from '../../../support/samples.ts';

const nothing = { tasks: [], attempts: [], findings: [], artifacts: [] };

describe('summarize', () => {
  it('counts nothing in an empty run', () => {
    expect(summarizeRunParts({ run: aRun(), ...nothing })).toEqual({
      run: aRun(),
      tasks: { queued: 0, running: 0, succeeded: 0, blocked: 0, abandoned: 0 },
      attempts: { running: 0, succeeded: 0, failed: 0 },
      findings: [],
      artifacts: { count: 0, bytes: 0 },
      usd: 0,
    });
  });

  it('counts each status by itself', () => {
    const tasks = taskStatus.options.flatMap((status, index) =>
      Array.from({ length: index + 1 }, () => aTask({ status })),
    );
    expect(summarizeRunParts({ run: aRun(), ...nothing, tasks }).tasks).toEqual({
      queued: 1,
      running: 2,
      succeeded: 3,
      blocked: 4,
      abandoned: 5,
    });
  });

  it('counts attempts and adds up what they cost, known or not', () => {
    const attempts = [
      anAttempt(),
      anAttempt({ status: 'succeeded', cost: { usd: 0.25, source: 'metered' } }),
      anAttempt({ status: 'failed', cost: { usd: 0.5, source: 'estimated' } }),
      anAttempt({ status: 'failed' }),
    ];
    const summary = summarizeRunParts({ run: aRun(), ...nothing, attempts });
    expect(summary.attempts).toEqual({ running: 1, succeeded: 1, failed: 2 });
    expect(summary.usd).toBe(0.75);
  });

  it('passes findings on and measures artifacts', () => {
    const counts = { tool: 'ruff', stage: 'start', total: 2, bySeverity: { low: 2 } };
    const artifacts = [anArtifact({ sizeBytes: 10 }), anArtifact({ name: 'b', sizeBytes: 5 })];
    const summary = summarizeRunParts({ run: aRun(), ...nothing, findings: [counts], artifacts });
    expect(summary.findings).toEqual([counts]);
    expect(summary.artifacts).toEqual({ count: 2, bytes: 15 });
    expect(runSummary.parse(summary)).toEqual(summary);
  });
});
