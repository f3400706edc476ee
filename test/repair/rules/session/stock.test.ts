import { expect, it } from 'vitest';
import { describeStock, findingsOf, isTrusted } from '#repair/rules/session/stock.ts';
import { found } from '../tasks/found.ts';
import { aKnown, anOutcome, aStock, aStockRun, failedOutcome } from './stocks.ts';

it('only a whole judgement is relied on', () => {
  const partial = { kind: 'partial', reason: 'One file was not read.' } as const;
  expect(isTrusted({ outcome: anOutcome() })).toBe(true);
  expect(isTrusted({ outcome: anOutcome({ category: 'diagnostic', findings: 1 }) })).toBe(true);
  expect(isTrusted({ outcome: anOutcome({ completeness: partial }) })).toBe(false);
  expect(isTrusted({ outcome: anOutcome({ category: 'unknown' }) })).toBe(false);
  expect(isTrusted({ outcome: failedOutcome })).toBe(false);
  expect(isTrusted({ outcome: anOutcome({ error: failedOutcome.error }) })).toBe(false);
});

it('a stock tells how much was found in all runs, and how much is to be repaired', () => {
  const stock = aStock(
    aStockRun({ known: [aKnown(), aKnown(undefined, { toRepair: false })] }),
    aStockRun({ known: [aKnown(found('b.py'))] }),
  );
  expect(findingsOf(stock)).toHaveLength(3);
  const { stage, at, durationMs } = stock;
  expect(describeStock(stock)).toEqual({ stage, at, durationMs, findings: 3, toRepair: 2 });
});
