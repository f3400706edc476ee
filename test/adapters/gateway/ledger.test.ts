import { describe, expect, it } from 'vitest';
import { createLedger } from '#adapters/gateway/ledger.ts';

const accounts = { attempt: 'a', pullRequest: 'p', month: 'm' };

describe('createLedger', () => {
  it('reserves in all budgets or in none, and names the one that is short', async () => {
    const ledger = createLedger({ attempt: 10, pullRequest: 15, month: 100 });
    expect(await ledger.reserve(accounts, 11)).toEqual({ kind: 'spent', budget: 'attempt' });
    expect(await ledger.reserve(accounts, 10)).toMatchObject({ kind: 'reserved' });
    const other = { ...accounts, attempt: 'b' };
    expect(await ledger.reserve(other, 6)).toEqual({ kind: 'held', budget: 'pullRequest' });
    expect(await ledger.reserve(other, 5)).toMatchObject({ kind: 'reserved' });
    expect(await ledger.reserve({ ...other, pullRequest: 'q' }, 6)).toEqual({
      kind: 'held',
      budget: 'attempt',
    });
  });

  it('settles once', async () => {
    const ledger = createLedger({ attempt: 10, pullRequest: 10, month: 10 });
    const reserved = await ledger.reserve(accounts, 10);
    const id = reserved.kind === 'reserved' ? reserved.id : '';
    await ledger.settle(id, 4);
    await ledger.settle(id, 4);
    expect(await ledger.reserve(accounts, 7)).toEqual({ kind: 'spent', budget: 'attempt' });
    expect(await ledger.reserve(accounts, 6)).toMatchObject({ kind: 'reserved' });
  });
});
