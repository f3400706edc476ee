import * as z from 'zod';
import {
  type BudgetName,
  type EachBudget,
  budgetNames,
  forEachBudget,
} from '#gateway/rules/spending/budgets.ts';
import type { SpendingAccounts } from '#gateway/needs/spending.ts';
import { getItems, type Item, updateItem } from './items.ts';
import { keys } from './keys.ts';
import type { DynamoTable } from './table.ts';

/** What one account has set aside for one reservation. */
export interface Hold {
  readonly token: string;
  readonly amount: number;
  readonly expiresAt: number;
}

export interface Account {
  /** What is spent and what is set aside, together: the one number that a limit binds. */
  readonly used: number;
  readonly spent: number;
  readonly holds: readonly Hold[];
}

export interface AccountId {
  readonly budget: BudgetName;
  readonly account: string;
}

const amount = z.int();
const sums = z.object({ used: amount.default(0), spent: amount.default(0) });
const holdSchema = z.object({ amount, expiresAt: z.int() });

const holdPrefix = 'hold#';

/** A hold is an attribute of its own: a new account then needs no map made in it first. */
export function holdName(token: string): string {
  return `${holdPrefix}${token}`;
}

/** Reads the three accounts as their last writers left them. */
export async function loadAccounts(
  table: DynamoTable,
  accounts: SpendingAccounts,
): Promise<EachBudget<Account>> {
  const wanted = budgetNames.map((budget) => keys.spending(budget, accounts[budget]));
  const items = await getItems(table, wanted);
  return forEachBudget((budget) => {
    const { pk } = keys.spending(budget, accounts[budget]);
    return parseAccount(items.find((item) => item['pk'] === pk) ?? {});
  });
}

/** No caller settled the reservation in time, so it counts in full; `used` has it already. */
export async function bookHold(
  table: DynamoTable,
  { budget, account }: AccountId,
  { token, amount: held }: Hold,
): Promise<void> {
  await updateItem(table, keys.spending(budget, account), {
    UpdateExpression: 'ADD spent :amount, #open :less REMOVE #hold',
    ConditionExpression: 'attribute_exists(#hold)',
    ExpressionAttributeNames: { '#hold': holdName(token), '#open': 'open' },
    ExpressionAttributeValues: { ':amount': held, ':less': -1 },
  });
}

function parseAccount(item: Item): Account {
  const holds = Object.entries(item).flatMap(([name, value]) =>
    name.startsWith(holdPrefix)
      ? [{ token: name.slice(holdPrefix.length), ...holdSchema.parse(value) }]
      : [],
  );
  return { ...sums.parse(item), holds };
}
