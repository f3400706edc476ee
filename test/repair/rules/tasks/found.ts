import * as crypto from 'node:crypto';
import * as fc from 'fast-check';
import type { Finding } from '#model/finding.ts';
import { severity } from '#model/finding.ts';
import { byFile } from '#repair/rules/tasks/by-file.ts';
import { defaultTaskLimits } from '#repair/rules/tasks/draft.ts';
import type { TaskPlanning, TaskSource } from '#repair/rules/tasks/plan-tasks.ts';
import { recheckFiles } from '#repair/rules/tasks/recheck.ts';
import { aFinding, aNewTask, runId } from '../../../support/samples.ts';
import { aPlan } from '../../../check/rules/scope/plans.ts';

export const hash = (text: string): string => crypto.hash('sha256', text);

let number = 0;

/** A finding unlike all others. */
export function found(filePath: string | undefined, more: Partial<Finding> = {}): Finding {
  number += 1;
  const place = { ...(filePath !== undefined && { filePath }), line: number };
  const lint = { tool: 'ruff', kind: 'lint', symbol: 'F401', message: 'unused import' };
  return aFinding({ ...lint, ...place, ...named(number), ...more });
}

/** A test that fails with this exception. */
export function failed(filePath: string, symbol: string, message: string): Finding {
  number += 1;
  const test = { tool: 'pytest', kind: 'test_failure', testId: `${filePath}::test_${number}` };
  return aFinding({ ...test, filePath, symbol, message, ...named(number) });
}

/** Findings of one engine in a few files, of every kind and severity. */
export const someFindings = (tool: string): fc.Arbitrary<readonly Finding[]> =>
  fc
    .array(
      fc.record({
        filePath: fc.option(fc.constantFrom('a.py', 'src/b.py', 'src/-c.py', 'tests/test_d.py')),
        kind: fc.constantFrom('lint', 'syntax_error', 'type_error', 'test_failure', 'coverage_gap'),
        severity: fc.constantFrom(...severity.options),
        symbol: fc.option(fc.constantFrom('E1', 'E2')),
        message: fc.oneof(fc.constantFrom('one', 'two\nlines'), fc.string()),
        line: fc.option(fc.integer({ min: 1, max: 3 })),
        test: fc.boolean(),
      }),
      { maxLength: 30 },
    )
    .map((all) =>
      all.map(({ filePath, symbol, line, test, ...fields }, index) =>
        aFinding({
          tool,
          ...fields,
          ...named(index + 1),
          ...(filePath !== null && { filePath }),
          ...(symbol !== null && { symbol }),
          ...(line !== null && { line }),
          ...(test && filePath !== null && { testId: `${filePath}::test_${index}` }),
        }),
      ),
    );

/** An engine that judges file by file, and what it found. */
export function aSource(findings: readonly Finding[], more: Partial<TaskSource> = {}): TaskSource {
  const id = findings[0]?.tool ?? 'ruff';
  return {
    engine: {
      id,
      tasks: byFile,
      validation: (input) =>
        recheckFiles({ kind: 'python-module', module: id }, input, {
          args: ['check'],
          config: (path) => ['--config', path],
        }),
    },
    outcome: {
      plan: aPlan({ engine: id }),
      category: 'diagnostic',
      completeness: { kind: 'complete' },
      toolVersion: null,
    },
    findings,
    tolerated: [],
    timeoutMs: 60_000,
    ...more,
  };
}

export function aPlanning(...sources: readonly TaskSource[]): TaskPlanning {
  const { retryPolicy } = aNewTask();
  return { runId: runId('run-1'), retryPolicy, limits: defaultTaskLimits, sources };
}

function named(index: number) {
  return { id: `f${index}`, fingerprint: `fingerprint-${index}` };
}
