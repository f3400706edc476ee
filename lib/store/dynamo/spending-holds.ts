import type { BudgetName, EachBudget } from '#gateway/rules/spending/budgets.ts';
import { dayMs } from '#base/durations.ts';
import { toExpirySeconds } from './expiry.ts';
import { getItem, updateItem } from './items.ts';
import { keys } from './keys.ts';
import { holdName } from './spending-accounts.ts';
import type { StoredReservation } from './spending-ids.ts';
import type { DynamoTable } from './table.ts';

/** How long after its last reservation an account is forgotten; that of a pull request stays as long as its workspace. */
const keptMs: EachBudget<number | undefined> = {
  attempt: 30 * dayMs,
  pullRequest: undefined,
  month: 400 * dayMs,
};

/**
 * Each hold is a part of its item, and an item has an end. The account of the month is shared by all: a worker of
 * one pull request must not be able to fill it with holds that hold next to nothing.
 */
const mostOpen = 64;

/** Sets an amount aside in one account, if there is room for it. */
export async function holdAmount(
  table: DynamoTable,
  { token, accounts, amount, expiresAt }: StoredReservation,
  { budget, limit }: { readonly budget: BudgetName; readonly limit: number },
): Promise<boolean> {
  const room = limit - amount;
  // A new account has nothing that could be compared.
  const fits = room < 0 ? '#used <= :room' : '(attribute_not_exists(#used) OR #used <= :room)';
  const key = keys.spending(budget, accounts[budget]);
  const isNarrow = budget === 'pullRequest';
  const few = isNarrow ? ' AND (attribute_not_exists(#open) OR #open < :most)' : '';
  const kept = keptMs[budget];
  const forget = kept === undefined ? '' : ', #ttl = :ttl';
  const outcome = await updateItem(table, key, {
    UpdateExpression: `SET #hold = :hold${forget} ADD #used :amount, #open :one`,
    ConditionExpression: `attribute_not_exists(#hold) AND ${fits}${few}`,
    ExpressionAttributeNames: {
      '#hold': holdName(token),
      '#used': 'used',
      '#open': 'open',
      ...(kept !== undefined && { '#ttl': 'ttl' }),
    },
    ExpressionAttributeValues: {
      ':hold': { amount, expiresAt },
      ':amount': amount,
      ':room': room,
      ':one': 1,
      ...(isNarrow && { ':most': mostOpen }),
      ...(kept !== undefined && { ':ttl': toExpirySeconds(expiresAt + kept) }),
    },
  });
  if (outcome.kind === 'done') return true;
  // The answer to an earlier send may have been lost after it took the room.
  return outcome.resent && (await getItem(table, key))?.[holdName(token)] !== undefined;
}

/** Undoes a hold for which another account had no room. */
export async function revertHold(
  table: DynamoTable,
  { token, accounts, amount }: StoredReservation,
  budget: BudgetName,
): Promise<void> {
  await updateItem(table, keys.spending(budget, accounts[budget]), {
    UpdateExpression: 'ADD #used :amount, #open :less REMOVE #hold',
    ConditionExpression: 'attribute_exists(#hold)',
    ExpressionAttributeNames: { '#hold': holdName(token), '#used': 'used', '#open': 'open' },
    ExpressionAttributeValues: { ':amount': -amount, ':less': -1 },
  });
}

/** Turns a hold into what it came to. Where it is gone or another than the id says, nothing changes. */
export async function settleHold(
  table: DynamoTable,
  { token, accounts, amount: held, expiresAt }: StoredReservation,
  { budget, amount }: { readonly budget: BudgetName; readonly amount: number },
): Promise<void> {
  await updateItem(table, keys.spending(budget, accounts[budget]), {
    UpdateExpression: 'ADD #spent :amount, #used :difference, #open :less REMOVE #hold',
    ConditionExpression: '#hold.#amount = :held AND #hold.#expiresAt = :expiresAt',
    ExpressionAttributeNames: {
      '#hold': holdName(token),
      '#amount': 'amount',
      '#expiresAt': 'expiresAt',
      '#spent': 'spent',
      '#used': 'used',
      '#open': 'open',
    },
    ExpressionAttributeValues: {
      ':less': -1,
      ':held': held,
      ':expiresAt': expiresAt,
      ':amount': amount,
      ':difference': amount - held,
    },
  });
}
