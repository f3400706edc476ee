import { planGround } from './fresh-ground.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statuses } from '../rules/plan/carried-out.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { executeWithKills } from './killed-plan.ts';
import { endOf, execute, type PlanGround, type Tree, treeOf, undo } from './plan-ground.ts';
import { randomFilePlan, randomPlanWithCommands, randomTree } from './random-file-plans.ts';

const kills = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 3 });
const parallel = fc.integer({ min: 1, max: 6 });

/** One folder for each of many plans, which goes with the plan. */
async function grounds() {
  const root = await tempFolder();
  let count = 0;
  return async (tree: Tree, work: (ground: PlanGround) => Promise<void>): Promise<void> => {
    count += 1;
    const within = join(root, String(count));
    await work(await planGround(tree, within));
    await rm(within, { recursive: true });
  };
}

/** Commands may leave empty folders behind, which git does not see; steps that change files may not. */
async function asGitSees(folder: string): Promise<Tree> {
  const rows = Object.entries(await treeOf(folder));
  return Object.fromEntries(rows.filter(([, [mode]]) => mode !== '040000'));
}

describe('any plan', () => {
  it.each([
    ['of files', randomFilePlan, 1_000, treeOf],
    ['with commands', randomPlanWithCommands, 100, asGitSees],
  ])(
    '%s that is carried out and taken back leaves the identical tree',
    async (_, plans, numRuns, look) => {
      const onGround = await grounds();
      await fc.assert(
        fc.asyncProperty(randomTree, plans, parallel, (tree, plan, limit) =>
          onGround(tree, async (ground) => {
            const before = await look(ground.folder);
            const done = endOf(await execute(ground, plan, { settings: { parallel: limit } }));
            const undone = await undo(ground, done);
            expect(undone.progress.steps.flatMap(({ reason }) => reason ?? [])).toEqual([]);
            expect(await look(ground.folder)).toEqual(before);
          }),
        ),
        { numRuns },
      );
    },
  );

  it.each([
    ['of files', randomFilePlan, 1_000, treeOf],
    ['with commands', randomPlanWithCommands, 100, asGitSees],
  ])(
    '%s that is killed at any point, resumed and taken back leaves the identical tree',
    async (_, plans, numRuns, look) => {
      const onGround = await grounds();
      await fc.assert(
        fc.asyncProperty(randomTree, plans, parallel, kills, (tree, plan, limit, points) =>
          onGround(tree, async (ground) => {
            const before = await look(ground.folder);
            const settings = { parallel: limit };
            const done = await executeWithKills(ground, plan, { settings, kills: points });
            const undone = await undo(ground, done);
            expect(undone.progress.steps.flatMap(({ reason }) => reason ?? [])).toEqual([]);
            expect(await look(ground.folder)).toEqual(before);
          }),
        ),
        { numRuns },
      );
    },
  );

  it('of files that is killed at any point and resumed ends as if it had not been', async () => {
    const onGround = await grounds();
    await fc.assert(
      fc.asyncProperty(randomTree, randomFilePlan, kills, async (tree, plan, points) => {
        const settings = { parallel: 1 };
        await onGround(tree, async (whole) => {
          const expected = endOf(await execute(whole, plan, { settings }));
          const expectedTree = await treeOf(whole.folder);
          await onGround(tree, async (ground) => {
            const done = await executeWithKills(ground, plan, { settings, kills: points });
            expect(statuses(done.progress)).toEqual(statuses(expected.progress));
            expect(await treeOf(ground.folder)).toEqual(expectedTree);
          });
        });
      }),
      { numRuns: 500 },
    );
  });
});
