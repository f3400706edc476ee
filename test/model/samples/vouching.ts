import type * as vouchingModule from '#model/vouching.ts';
import { t0 } from '../../support/samples.ts';
import type { SamplesOf } from './sample.ts';

export const vouching = {
  vouching: [
    {
      valid: {
        outsider: { by: 'mallory', at: t0 },
        authorAt: t0,
        authorMayWrite: false,
        askedAt: null,
      },
      refused: {
        outsider: undefined,
        'outsider.by': 7,
        'outsider.at': -1,
        authorAt: 'lately',
        authorMayWrite: 'yes',
        askedAt: undefined,
      },
    },
  ],
} satisfies SamplesOf<typeof vouchingModule>;
