import { expect, it } from 'vitest';
import {
  describeSnapshot,
  allFindings,
  isReliable,
} from '#repair/rules/session/findings-snapshot.ts';
import { found } from '../tasks/found.ts';
import { aKnown, anOutcome, aSnapshot, anEngineSnapshot, failedOutcome } from './snapshots.ts';

it('only a whole judgement is relied on', () => {
  const partial = { kind: 'partial', reason: 'One file was not read.' } as const;
  expect(isReliable({ outcome: anOutcome() })).toBe(true);
  expect(isReliable({ outcome: anOutcome({ category: 'diagnostic', findings: 1 }) })).toBe(true);
  expect(isReliable({ outcome: anOutcome({ completeness: partial }) })).toBe(false);
  expect(isReliable({ outcome: anOutcome({ category: 'unknown' }) })).toBe(false);
  expect(isReliable({ outcome: failedOutcome })).toBe(false);
  expect(isReliable({ outcome: anOutcome({ error: failedOutcome.error }) })).toBe(false);
});

it('a snapshot tells how much was found in all runs, and how much is to be repaired', () => {
  const snapshot = aSnapshot(
    anEngineSnapshot({ known: [aKnown(), aKnown(undefined, { toRepair: false })] }),
    anEngineSnapshot({ known: [aKnown(found('b.py'))] }),
  );
  expect(allFindings(snapshot)).toHaveLength(3);
  const { stage, at, durationMs } = snapshot;
  expect(describeSnapshot(snapshot)).toEqual({ stage, at, durationMs, findings: 3, toRepair: 2 });
});
