import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import { createIds } from '#platform/system/ids.ts';
import { budgetLimits } from '#config/budget-limits.ts';
import { readEnvironment } from '#config/env.ts';
import { loadConfig } from '#config/load.ts';
import { monthAccount } from '#ratchet/month-account.ts';
import { openGateway } from '#local/gateway.ts';

/**
 * A process with attempts that run side by side and ask through its own gateway, configured by the environment
 * alone. Each asks so often, or until it is told that the money is spent; at its end it prints what it cost.
 */
const [state = '', name = '', attempts = '', questions = ''] = process.argv.slice(2);
const env = readEnvironment();
const loaded = loadConfig({ env, overrides: [] });
if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems));
const { config } = loaded;
const database = openDatabase({ path: state });
const spending = createSqliteSpending(
  { database, clock: systemClock, ids: createIds({ clock: systemClock }) },
  { limits: budgetLimits(config.budgets) },
);
const log = createTextLog({ clock: systemClock, output: process.stderr }, { level: 'warn' });
const opened = await openGateway({ env, log, clock: systemClock }, config, spending);
const { gateway } = opened;
if (gateway === undefined) throw new Error('no key is in the environment');
const numbers = Array.from({ length: Number(attempts) }, (_, number) => number);
const ended = await Promise.all(numbers.map((number) => attempt(`${name}-${number}`)));
await opened.stop();
database.close();
for (const one of ended) process.stdout.write(`${JSON.stringify(one)}\n`);

async function attempt(account: string) {
  const month = monthAccount(Date.UTC(2026, 10, 18));
  const access = await gateway?.open({ attempt: account, pullRequest: 'p', month });
  const statuses: number[] = [];
  while (statuses.length < Number(questions) && !statuses.includes(400)) {
    const response = await fetch(`${gateway?.baseUrls.anthropic}/v1/messages`, {
      method: 'POST',
      headers: { 'x-api-key': access?.token ?? '' },
      body: JSON.stringify({
        model: 'claude-opus-5-5',
        max_tokens: 1000,
        messages: [],
        stream: true,
      }),
    });
    await response.text().catch(() => 'cut');
    statuses.push(response.status);
  }
  await access?.close();
  return { statuses, cost: await access?.cost() };
}
