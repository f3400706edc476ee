import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { asks, planOf, step } from '../../repair/rules/plan/steps.ts';
import { creates } from '../../repair/plan/plan-actions-samples.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { runCli } from '../commands/run-cli.ts';
import { plantPlan } from './execute-ground.ts';

describe('a file that is no plan', () => {
  const good = JSON.stringify(planOf(step(1, creates('a')), step(2)));
  const changed = (change: (plan: ReturnType<typeof planOf>) => unknown): string =>
    JSON.stringify(change(structuredClone(JSON.parse(good))));

  it.each<readonly [string, string, readonly string[]]>([
    ['no JSON', '{', ['plan.json: It is not JSON (']],
    ['no object', '[]', ['plan.json: Invalid input: expected object, received array.']],
    [
      'another version and holes',
      '{"schemaVersion":2,"title":"x","steps":[{"stepId":1,"description":"","dependsOn":[],"rollbackOnFail":"no","action":{"type":"run"}}]}',
      [
        'plan.json: schemaVersion: Invalid input: expected 1.',
        "plan.json: steps[0].action.type: Invalid discriminator value. Expected 'create_file' |",
        'plan.json: steps[0].rollbackOnFail: Invalid input: expected boolean, received string.',
      ],
    ],
    [
      'something missing',
      '{"schemaVersion":1,"steps":[{}]}',
      [
        'title',
        'steps[0].stepId',
        'steps[0].description',
        'steps[0].action',
        'steps[0].dependsOn',
        'steps[0].rollbackOnFail',
      ].map((place) => `plan.json: ${place}: `),
    ],
    [
      'misspelt, stray, repeated and circular',
      changed(({ steps: [one, two], ...plan }) => ({
        ...plan,
        $schema: 'x',
        step: 1,
        steps: [
          { ...one, onlyif: [], dependsOn: [2, 7] },
          { ...two, stepId: 2, dependsOn: [1] },
          { ...two, stepId: 1, action: { ...two?.action, path: '../x' } },
          { ...two, stepId: 4, onlyIf: [{ step: 2, is: 'failed' }] },
        ],
      })),
      [
        'plan.json: step: There is no such field: correct or remove it.',
        'plan.json: steps[0].onlyif: There is no such field: correct or remove it.',
        'plan.json: steps[2].stepId: Two steps have the id 1: give each step its own.',
        'plan.json: steps[0].dependsOn: Step 1 depends on step 7, which the plan does not have',
        'plan.json: steps[3].onlyIf: Step 4 has a condition on step 2, which need not have ended',
        'plan.json: steps[0].dependsOn: Steps wait for each other (1 -> 2 -> 1)',
        'plan.json: steps[2].action.path: The path "../x" may leave the folder of the plan',
      ],
    ],
  ])('is refused with all that is wrong: %s', async (_, text, problems) => {
    const folder = await plantFiles({ 'plan.json': text });
    const { code, stdout, stderr } = await runCli(folder, ['execute', 'plan.json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.map((line, at) => line.slice(0, problems[at]?.length))).toEqual(problems);
    expect(await readdir(folder)).toEqual(['plan.json']);
  });

  it('or no file, or lies in a folder of another journal, is refused too', async () => {
    const folder = await plantPlan({}, planOf(step(1, asks())));
    const none = await runCli(folder, ['execute', 'none.json']);
    expect(none.code).toBe(2);
    expect(none.stderr).toMatch(/^none\.json: It cannot be read \(ENOENT/);
    await runCli(folder, ['execute', 'plan.json', '--journal', 'kept']);
    await writeFile(join(folder, 'other.json'), good);
    const other = await runCli(folder, ['execute', 'other.json', '--journal', 'kept']);
    expect(other).toMatchObject({ code: 2, stdout: '' });
    expect(other.stderr).toMatch(/^other\.json: The journal belongs to another plan/);
  });
});
