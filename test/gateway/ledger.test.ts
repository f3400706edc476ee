import { createLedger } from '#gateway/ledger.ts';
import { spendingContract } from '../contracts/spending/contract.ts';
import { expiryMs, limits } from '../contracts/spending/subject.ts';
import { createManualClock } from '../support/manual-clock.ts';

spendingContract('spending in memory', {
  open: async () => {
    const clock = createManualClock();
    const store = { clock, spending: createLedger({ clock }, { limits, expiryMs }) };
    return {
      store,
      // One process is all that shares it.
      reopen: async () => store,
      settle: async () => undefined,
      close: async () => undefined,
    };
  },
});
