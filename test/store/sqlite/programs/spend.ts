import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { accounts } from '../../../contracts/spending/subject.ts';

/** Spends until a limit is reached and prints how much; called `hold`, it only sets 10 aside and stays. */
const [path = '', name = '', limit = ''] = process.argv.slice(2);
const most = Number(limit);
const spending = createSqliteSpending(
  { database: openDatabase({ path }), clock: systemClock, ids: createIds({ clock: systemClock }) },
  { limits: { attempt: most, pullRequest: most, month: most } },
);
const payers = { attempt: name, pullRequest: name, month: accounts.month };
let total = 0;
for (let turn = 0; ; turn += 1) {
  const outcome = await spending.reserve(payers, 10);
  if (name === 'hold') {
    process.stdout.write('held\n');
    await systemClock.sleep(600_000);
  }
  if (outcome.kind === 'spent') break;
  if (outcome.kind !== 'reserved') continue;
  // What it comes to differs, so that the rest of a budget is fought for.
  const cost = turn % 10;
  await spending.settle(outcome.id, cost);
  total += cost;
}
process.stdout.write(`${total}\n`);
