import { spendingVerbs } from '../rules/protocol/spending-verbs.ts';
import type { Spending } from '#gateway/needs/spending.ts';
import type { BrokerClient } from './client.ts';

export interface BrokerSpendingOptions {
  /** That of the gateway of this run. */
  readonly credential?: string | undefined;
}

/** The ledger behind the broker, which alone knows who pays beside the attempt, and how much at most. */
export function createBrokerSpending(
  client: BrokerClient,
  { credential }: BrokerSpendingOptions = {},
): Spending {
  return {
    // An answer that was lost leaves a reservation to its expiry; a second one would hold as much again.
    reserve: ({ attempt }, amount) =>
      client.call(spendingVerbs.reserve, { attempt, amount }, { once: true }),
    settle: async (id, amount) => {
      await client.call(spendingVerbs.settle, { id, amount, credential });
    },
    balance: ({ attempt }) => client.call(spendingVerbs.balance, { attempt }),
  };
}
