import type * as judgingModule from '#model/judging.ts';
import type { SamplesOf } from './sample.ts';

type Change = judgingModule.JudgingChange;

const change: Change = {
  path: '.npmrc',
  class: 'hook',
  sentence: 'What npm obeys is new.',
  milder: ['vitest'],
  policy: 'ask',
};

export const judging = {
  judgingClass: [{ valid: 'lock-file', refused: { '': 'lock' } }],
  judgingPolicy: [{ valid: 'ask', refused: { '': 'allow' } }],
  judgingStanding: [{ valid: 'refused', refused: { '': 'refuse' } }],
  judgingSummary: [
    {
      valid: { standing: 'said', alone: false, sentence: 'hook (.npmrc).' },
      refused: { standing: undefined, alone: 'no', sentence: undefined },
    },
  ],
  judgingReport: [
    {
      valid: { standing: 'asked', changes: [change] },
      refused: {
        standing: 'ask',
        'changes.0.path': undefined,
        'changes.0.class': 'other',
        'changes.0.sentence': 7,
        'changes.0.milder': 'vitest',
        'changes.0.policy': undefined,
      },
    },
  ],
} satisfies SamplesOf<typeof judgingModule>;
