import type * as proofModule from '#model/proof.ts';
import type { SamplesOf } from './sample.ts';

export const proof = {
  proofRow: [
    {
      valid: {
        engine: 'pytest',
        root: '.',
        version: null,
        tool: 'project',
        runsCode: true,
        environment: 'own',
        nullChange: 'held',
        tests: {
          ran: 12,
          canaries: { held: 6, planted: 6 },
          mutants: { killed: 3, tried: 4 },
          lines: 9,
          outside: true,
        },
      },
      refused: {
        engine: '',
        root: '',
        version: 7,
        tool: 'any',
        runsCode: 'yes',
        environment: 'clean',
        nullChange: 'failed',
        'tests.ran': -1,
        'tests.canaries.held': -1,
        'tests.mutants.tried': 0.5,
        'tests.lines': undefined,
        'tests.outside': 'held',
      },
    },
  ],
} satisfies SamplesOf<typeof proofModule>;
