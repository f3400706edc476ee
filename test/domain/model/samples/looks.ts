import type * as decisionModule from '#domain/model/decision.ts';
import type * as observationModule from '#domain/model/observation.ts';
import { sha, t0 } from '../../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

const anObservation = {
  headSha: sha('a'),
  baseSha: sha('b'),
  baseRef: 'main',
  state: 'open',
  draft: false,
  inMergeQueue: false,
  mergeable: 'unknown',
  ci: {
    status: 'failed',
    runIds: ['7/1'],
    failed: [{ app: 'actions', workflow: 'ci', name: 'test', runId: '7/1', url: 'https://x.y' }],
  },
  review: { openThreads: ['thread-1'], changesRequestedBy: ['ann'] },
  canPush: true,
  labels: ['ratchet:on'],
  observedAt: t0,
  fingerprint: 'failed:7/1',
} as const;

const inputs = {
  prState: 'open',
  ciStatus: 'failed',
  mergeState: 'mergeable',
  reviewState: 'clear',
  ratchetEnabled: true,
  consecutiveAttempts: 0,
  staleCi: 'fresh',
} as const;

export const observation = {
  ciStatus: [{ valid: 'unsettled', refused: { '': 'green' } }],
  failedCheck: [
    {
      valid: { app: '', name: '', runId: '' },
      refused: { app: undefined, name: 7, runId: null, workflow: null, url: 1 },
    },
  ],
  observation: [
    {
      valid: {
        ...anObservation,
        ci: { ...anObservation.ci, runIds: ['7/1'], failed: [...anObservation.ci.failed] },
        review: { openThreads: ['thread-1'], changesRequestedBy: ['ann'] },
        labels: ['ratchet:on'],
      },
      refused: {
        headSha: 'abc',
        baseSha: undefined,
        baseRef: null,
        state: 'draft',
        draft: 'no',
        inMergeQueue: undefined,
        mergeable: true,
        'ci.status': 'success',
        'ci.failed.0.name': undefined,
        'review.openThreads.0': 1,
        canPush: undefined,
        'labels.0': null,
        observedAt: 'now',
        fingerprint: '',
      },
    },
  ],
} satisfies SamplesOf<typeof observationModule>;

export const decision = {
  action: [{ valid: 'CLEANUP_ONLY', refused: { '': 'wait' } }],
  decisionInputs: [
    {
      valid: inputs,
      refused: {
        prState: 'draft',
        ciStatus: 'green',
        mergeState: 'clean',
        reviewState: 'approved',
        ratchetEnabled: 1,
        consecutiveAttempts: -1,
        staleCi: true,
      },
    },
  ],
  decision: [
    {
      valid: {
        action: 'DONE',
        code: 'MERGED',
        reason: 'It was merged.',
        inputs,
        nextCheckAt: null,
      },
      refused: {
        action: 'SESSION',
        code: 'merged',
        reason: '',
        'inputs.ciStatus': undefined,
        nextCheckAt: undefined,
      },
    },
  ],
} satisfies SamplesOf<typeof decisionModule>;
