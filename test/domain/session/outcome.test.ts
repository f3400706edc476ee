import { expect, it } from 'vitest';
import { outcomeOf, type SessionFacts } from '#domain/session/outcome.ts';

const facts: SessionFacts = {
  interrupted: false,
  failure: undefined,
  toRepair: { before: 3, after: 1 },
  accepted: 2,
  engineErrors: 0,
};
const none = { toRepair: { before: 0, after: 0 }, accepted: 0 };

it.each<[Partial<SessionFacts>, outcome: string, sentence: string]>([
  [{}, 'better', 'Repaired in part: 1 of 3 findings left.'],
  [{ toRepair: { before: 3, after: 0 } }, 'green', 'All 3 findings repaired.'],
  [none, 'green', 'Nothing was to be repaired.'],
  [
    { toRepair: { before: 3, after: 0 }, engineErrors: 1 },
    'better',
    'Repaired in part: 0 of 3 findings left, and 1 engine could not be relied on.',
  ],
  [
    { accepted: 0, toRepair: { before: 3, after: 3 } },
    'unchanged',
    'Nothing was repaired: 3 of 3 findings left.',
  ],
  [
    { ...none, engineErrors: 2 },
    'unchanged',
    'Nothing was repaired: 0 of 0 findings left, and 2 engines could not be relied on.',
  ],
  [
    { interrupted: true },
    'interrupted',
    'Interrupted with 2 changes accepted; nothing was handed over.',
  ],
  [{ failure: 'No engine.', interrupted: true }, 'failed', 'No engine.'],
])('%j is %s', (changes, outcome, sentence) => {
  expect(outcomeOf({ ...facts, ...changes })).toEqual({ outcome, sentence });
});
