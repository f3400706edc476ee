import type { BudgetName, EachBudget } from '#domain/spending/budgets.ts';
import { expiry } from './expiry.ts';
import { getItem, update } from './items.ts';
import { keys } from './keys.ts';
import { holdName } from './spending-accounts.ts';
import type { Reservation } from './spending-ids.ts';
import type { Table } from './table.ts';

const day = 24 * 3_600_000;

/** How long after its last reservation an account is forgotten; that of a pull request stays as long as its workspace. */
const keptMs: EachBudget<number | undefined> = {
  attempt: 30 * day,
  pullRequest: undefined,
  month: 400 * day,
};

/** Sets an amount aside in one account, if there is room for it. */
export async function hold(
  table: Table,
  { token, accounts, amount, expiresAt }: Reservation,
  { budget, limit }: { readonly budget: BudgetName; readonly limit: number },
): Promise<boolean> {
  const room = limit - amount;
  // A new account has nothing that could be compared.
  const fits = room < 0 ? '#used <= :room' : '(attribute_not_exists(#used) OR #used <= :room)';
  const key = keys.spending(budget, accounts[budget]);
  const kept = keptMs[budget];
  const forget = kept === undefined ? '' : ', #ttl = :ttl';
  const outcome = await update(table, key, {
    UpdateExpression: `SET #hold = :hold${forget} ADD #used :amount`,
    ConditionExpression: `attribute_not_exists(#hold) AND ${fits}`,
    ExpressionAttributeNames: {
      '#hold': holdName(token),
      '#used': 'used',
      ...(kept !== undefined && { '#ttl': 'ttl' }),
    },
    ExpressionAttributeValues: {
      ':hold': { amount, expiresAt },
      ':amount': amount,
      ':room': room,
      ...(kept !== undefined && { ':ttl': expiry(expiresAt + kept) }),
    },
  });
  if (outcome.kind === 'done') return true;
  // The answer to an earlier send may have been lost after it took the room.
  return outcome.resent && (await getItem(table, key))?.[holdName(token)] !== undefined;
}

/** Undoes a hold for which another account had no room. */
export async function takeBack(
  table: Table,
  { token, accounts, amount }: Reservation,
  budget: BudgetName,
): Promise<void> {
  await update(table, keys.spending(budget, accounts[budget]), {
    UpdateExpression: 'ADD #used :amount REMOVE #hold',
    ConditionExpression: 'attribute_exists(#hold)',
    ExpressionAttributeNames: { '#hold': holdName(token), '#used': 'used' },
    ExpressionAttributeValues: { ':amount': -amount },
  });
}

/** Turns a hold into what it came to. Where it is gone or another than the id says, nothing changes. */
export async function settleHold(
  table: Table,
  { token, accounts, amount: held, expiresAt }: Reservation,
  { budget, amount }: { readonly budget: BudgetName; readonly amount: number },
): Promise<void> {
  await update(table, keys.spending(budget, accounts[budget]), {
    UpdateExpression: 'ADD #spent :amount, #used :difference REMOVE #hold',
    ConditionExpression: '#hold.#amount = :held AND #hold.#expiresAt = :expiresAt',
    ExpressionAttributeNames: {
      '#hold': holdName(token),
      '#amount': 'amount',
      '#expiresAt': 'expiresAt',
      '#spent': 'spent',
      '#used': 'used',
    },
    ExpressionAttributeValues: {
      ':held': held,
      ':expiresAt': expiresAt,
      ':amount': amount,
      ':difference': amount - held,
    },
  });
}
