import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { StructuredPlan } from '#model/structured-plan.ts';
import { statuses } from '../rules/plan/carried-out.ts';
import { deletes, planOf, step } from '../rules/plan/steps.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { planGround } from './fresh-ground.ts';
import { creates, modifies, shell } from './plan-actions-samples.ts';
import { endOf, execute, type PlanGround, type Tree, treeOf, undo } from './plan-ground.ts';

const rounds = 5;
const program = join(import.meta.dirname, 'programs/execute-plan.ts');

/** Large files, so that a kill meets some of them half written. */
const large = (id: number) => `${id}\n`.repeat(20_000);

const plan = planOf(
  ...Array.from({ length: 60 }, (_, id) => {
    const dependsOn = id < 6 ? [] : [id - 6];
    if (id % 12 === 5)
      return step(id, shell(`echo ${id} >> log; rm -f d/${id - 2}/a`), { dependsOn });
    if (id % 6 === 4) return step(id, deletes(`d/${id - 4}/a`), { dependsOn });
    if (id % 6 === 3) return step(id, modifies('old', large(id)), { dependsOn });
    return step(id, creates(`d/${id}/a`, large(id)), { dependsOn, rollbackOnFail: id % 2 === 0 });
  }),
);

it('goes on after a kill at any moment, and is taken back to the identical tree', async () => {
  const before = { old: ['100755', 'old'], 'd/x': ['120000', '../old'] } as const;
  const whole = await planGround(before);
  const expected = endOf(await execute(whole, plan, { settings: { parallel: 1 } }));
  const cutOff: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const ground = await planGround(before);
    cutOff.push(await killAfter(ground, plan, round * 20));
    const end = endOf(await execute(ground, plan, { settings: { parallel: 1 } }));
    expect(statuses(end.progress)).toEqual(statuses(expected.progress));
    expect(withoutLog(await treeOf(ground.folder))).toEqual(withoutLog(await treeOf(whole.folder)));
    expect((await undo(ground, end)).kind).toBe('succeeded');
    expect(await treeOf(ground.folder)).toEqual(before);
  }
  expect(cutOff).toContain(1);
});

it('leaves a file whole that was to be changed, and nothing of what was half written', async () => {
  const before = { 'd/x': ['100644', 'x'] } as const;
  const big = planOf(step(1, modifies('d/x', 'new'.repeat(4_000_000))));
  for (let tries = 0; tries < 10; tries += 1) {
    const ground = await planGround(before);
    const running = await startProgram(ground, big);
    let isHalfWritten = false;
    while (running.child.exitCode === null && !isHalfWritten) {
      isHalfWritten = readdirSync(join(ground.folder, 'd')).some((name) => name.startsWith('.'));
      await sleep(1);
    }
    running.child.kill('SIGKILL');
    await running.ended;
    const { 'd/x': old, ...others } = await treeOf(ground.folder);
    if (Object.keys(others).length === 0) continue;
    expect(old).toEqual(before['d/x']);
    const end = endOf(await execute(ground, big));
    expect(end.kind).toBe('succeeded');
    expect(Object.keys(await treeOf(ground.folder))).toEqual(['d/x']);
    await undo(ground, end);
    expect(await treeOf(ground.folder)).toEqual(before);
    return;
  }
  throw new Error('The program was never killed while it wrote.');
});

/** A command that is cut off may be done twice, and this one counts. */
function withoutLog(tree: Tree): readonly unknown[] {
  return Object.entries(tree).filter(([path]) => path !== 'log');
}

/** Whether it was killed before it ended, as 1 or 0. */
async function killAfter(ground: PlanGround, what: StructuredPlan, ms: number): Promise<number> {
  const { child, ended } = await startProgram(ground, what);
  await sleep(ms);
  child.kill('SIGKILL');
  const [code] = await ended;
  // What a command that outlives us still does is over by then.
  await sleep(100);
  return code === null ? 1 : 0;
}

/** Starts to carry out the plan in a process of its own. */
async function startProgram(ground: PlanGround, what: StructuredPlan) {
  const path = `${ground.room}.plan.json`;
  await writeFile(path, JSON.stringify(what));
  const args = [program, ground.folder, ground.room, path];
  // What is killed leaves its temporary files behind: they go with the test.
  const env = { ...process.env, TMPDIR: await tempFolder() };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close');
  await once(child.stdout, 'data');
  return { child, ended };
}
