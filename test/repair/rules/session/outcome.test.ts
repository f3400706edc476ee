import { expect, it } from 'vitest';
import { decideSessionOutcome, type SessionFacts } from '#repair/rules/session/outcome.ts';
import { noRepairs, type Repairs } from '#repair/rules/session/repairs.ts';

const some = (repaired: number, more: Partial<Repairs>): Repairs => ({
  ...noRepairs,
  repaired: new Map([['ruff', repaired]]),
  ...more,
});

const facts: SessionFacts = {
  interrupted: false,
  failure: undefined,
  toRepair: { before: 3, after: 1 },
  repairs: some(2, { before: 3, left: 1 }),
  asked: undefined,
  accepted: 2,
  engineErrors: 0,
  noise: [],
};
const none = { toRepair: { before: 0, after: 0 }, repairs: noRepairs, accepted: 0 };
const gone = { toRepair: { before: 3, after: 0 } };

it.each<[Partial<SessionFacts>, outcome: string, sentence: string]>([
  [{}, 'better', '2 of 3 findings repaired: 1 left.'],
  [{ ...gone, repairs: some(3, { before: 3 }) }, 'green', 'All 3 findings repaired.'],
  [
    { ...gone, repairs: some(1, { before: 3, setAside: 2 }) },
    'green',
    '1 of 3 findings repaired: 2 set aside.',
  ],
  [none, 'green', 'The engines found nothing to repair.'],
  [
    { ...none, asked: 'Changed the code for 1 failed check.' },
    'green',
    'Changed the code for 1 failed check.',
  ],
  [
    { asked: 'Changed the code for a review.' },
    'better',
    'Changed the code for a review. 2 of 3 findings repaired: 1 left.',
  ],
  [{ repairs: some(3, { before: 3, fresh: 1 }) }, 'better', '3 of 3 findings repaired: 1 new.'],
  [
    { ...gone, repairs: some(1, { before: 3, unsure: 2 }), engineErrors: 1 },
    'better',
    '1 of 3 findings repaired: 2 not known. 1 engine could not be relied on.',
  ],
  [
    { accepted: 0, toRepair: { before: 3, after: 3 }, repairs: some(0, { before: 3, left: 3 }) },
    'unchanged',
    'None of 3 findings repaired: 3 left.',
  ],
  [{ ...none, engineErrors: 2 }, 'unchanged', '2 engines could not be relied on.'],
  [
    { interrupted: true },
    'interrupted',
    'Interrupted with 2 changes accepted; nothing was delivered.',
  ],
  [{ failure: 'No engine.', interrupted: true }, 'failed', 'No engine.'],
])('%j is %s', (changes, outcome, sentence) => {
  expect(decideSessionOutcome({ ...facts, ...changes })).toEqual({ outcome, sentence });
});
