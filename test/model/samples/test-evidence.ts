import type * as testEvidenceModule from '#model/test-evidence.ts';
import type { SamplesOf } from './sample.ts';

const expectation = {
  test: 'tests/test_total.py::test_total',
  path: 'tests/test_total.py',
  before: 'assert total() == 4',
  after: 'assert total() == 3',
};

export const testEvidence = {
  changedExpectation: [
    {
      valid: expectation,
      refused: { test: '', path: '', before: undefined, after: 7 },
    },
  ],
  testEvidence: [
    {
      valid: {
        verdict: 'both',
        canaries: 6,
        mutants: { tried: 8, killed: 7 },
        outside: 'held',
        tookMs: { all: 900, canaries: 20 },
        expectations: [expectation],
      },
      refused: {
        verdict: 'neither',
        canaries: -1,
        mutants: undefined,
        'mutants.tried': -1,
        'mutants.killed': 0.5,
        outside: 'failed',
        tookMs: undefined,
        'tookMs.all': -1,
        'tookMs.canaries': 0.5,
        expectations: undefined,
      },
    },
  ],
} satisfies SamplesOf<typeof testEvidenceModule>;
