import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runId } from '../../support/samples.ts';
import { startScript } from './scripts.ts';
import { freshPath, openStores } from './stores.ts';

const partsOfAPlan = 21;

it('keeps whole plans, and every one it answered, however often the writer is killed', async () => {
  const path = await freshPath();
  const answered: string[] = [];
  for (let round = 0; round < 5; round += 1) {
    const { printed, kill, output } = startScript(
      'write-until-killed.ts',
      path,
      `${round * 1_000}`,
    );
    await printed(`plan-${round * 1_000 + 3 * round}`);
    await sleep(round * 3);
    kill();
    answered.push(...(await output));
    const { database, runs } = await openStores(path);
    expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
    const stored = (await runs.listTasks(runId('run-1'))).map(({ id }) => id);
    const plans = stored.filter((id) => !id.includes('.'));
    expect(plans).toEqual(expect.arrayContaining(answered));
    expect(stored).toHaveLength(plans.length * partsOfAPlan);
    expect(database.get('SELECT count(*) AS n FROM task_dependencies')).toEqual({
      n: plans.length * (partsOfAPlan - 1),
    });
    database.close();
  }
});
