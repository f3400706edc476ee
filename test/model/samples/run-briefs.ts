import type * as runBriefModule from '#model/run-brief.ts';
import { aWorkspaceState, sha } from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

export const runBrief = {
  runBrief: [
    {
      valid: {
        schemaVersion: 1,
        runId: 'run-1',
        work: 'ci',
        pullRequest: aWorkspaceState().pullRequest,
        title: 'Add up what is in the cart',
        headSha: sha('a'),
        headRef: 'fix-total',
        baseSha: sha('b'),
        baseRef: 'main',
        failed: [
          { check: { app: 'actions', name: 'test', runId: '7/1' }, log: 'assert 4 == 3' },
          { check: { app: 'actions', name: 'lint', runId: '8/1', ours: true } },
        ],
        threads: [{ path: 'shop/total.py', author: 'ann', body: 'Why 4?' }],
        answers: [{ question: 'Which one?', answer: 'The first.' }],
        takenBack: [
          {
            commit: sha('c'),
            path: 'shop/total.py',
            blob: null,
            lines: [[1, 2]],
            hunks: [{ removed: ['total = 3'], added: [] }],
          },
        ],
        budgetUsd: 0,
      },
      refused: {
        schemaVersion: 2,
        runId: '',
        work: 'fixup',
        'pullRequest.number': 0,
        title: undefined,
        headSha: 'abc',
        headRef: undefined,
        baseSha: undefined,
        baseRef: null,
        'failed.0.check.name': undefined,
        'failed.0.log': 7,
        'threads.0.path': '',
        'answers.0.answer': undefined,
        'takenBack.0.path': '',
        'takenBack.0.lines.0.1': 0,
        'takenBack.0.hunks.0.added': undefined,
        budgetUsd: -1,
      },
    },
  ],
} satisfies SamplesOf<typeof runBriefModule>;
