import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openControl } from '#aws/runtime/open-control.ts';
import { openSpending } from '#aws/runtime/open-spending.ts';
import { environmentNames } from '#config/env-names.ts';
import { type DynamoEndpoint, freshTable, startDynamo } from '../../support/dynamo.ts';

let endpoint: DynamoEndpoint;
beforeAll(async () => {
  endpoint = await startDynamo();
});
afterAll(() => endpoint.close());

async function controlWith(settings: Readonly<Record<string, string>>) {
  const table = await freshTable(endpoint);
  const env = {
    [environmentNames.table]: table.name,
    [environmentNames.region]: 'eu-central-1',
    ...settings,
  };
  return { ...openControl(env, 'decide'), table };
}

describe('the ledger of a stack', () => {
  it('lets agents spend a budget of broken dollars to its last micro-dollar', async () => {
    const control = await controlWith({
      RATCHETR_BUDGETS_ATTEMPT_USD: '2.01',
      RATCHETR_BUDGETS_PULL_REQUEST_USD: '4.10',
      RATCHETR_BUDGETS_MONTH_USD: '8.20',
    });
    const spending = openSpending(control);
    const balance = await spending.balance({ attempt: 'a', pullRequest: 'p', month: '2026-11' });
    expect(balance).toMatchObject({
      attempt: { limit: 2_010_000 },
      pullRequest: { limit: 4_100_000 },
      month: { limit: 8_200_000 },
    });
  });

  it('names each setting of the stack that cannot be used', async () => {
    const control = await controlWith({ RATCHETR_BUDGETS_ATTEMPT_USD: 'plenty' });
    expect(() => openSpending(control)).toThrow(/The settings of the stack: .*attemptUsd/);
  });
});
