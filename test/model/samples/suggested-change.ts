import type * as suggestedModule from '#model/suggested-change.ts';
import type { SamplesOf } from './sample.ts';

export const suggestedChange = {
  suggestedChange: [
    {
      valid: {
        tool: 'ruff',
        path: 'shop/total.py',
        line: 3,
        before: 'import os',
        after: 'import os  # noqa: F401',
      },
      refused: { tool: 7, path: '', line: 0, before: null, after: undefined },
    },
  ],
} satisfies SamplesOf<typeof suggestedModule>;
