import { type CollectedTest, fileOfTest } from '#check/rules/findings/test-names.ts';
import type { ProbeAnswer } from './probe-answer.ts';

interface ReportedTests {
  readonly tests?: readonly CollectedTest[];
  readonly findings: readonly { readonly testId?: string }[];
}

/** All that the report of a runner tells of its tests, where nothing of ours looked into the run. */
export function answerOfReport({ tests = [], findings }: ReportedTests): ProbeAnswer {
  const failed = new Set(findings.flatMap(({ testId }) => testId ?? []));
  const ended = tests.map((test) => {
    const outcome = failed.has(test.id) ? 'failed' : test.skipped ? 'skipped' : 'passed';
    return { test, outcome } as const;
  });
  return {
    version: 1,
    nonce: '',
    outcomes: Object.fromEntries(ended.map(({ test, outcome }) => [test.id, outcome])),
    canaries: {},
    canariesMs: 0,
    path: [],
    watched: ended.map(({ test, outcome }) => ({
      id: test.id,
      file: fileOfTest(test),
      place: test.id,
      first: null,
      last: null,
      end: { outcome },
      calls: [],
      lines: {},
    })),
    functions: [],
    mutants: [],
  };
}
