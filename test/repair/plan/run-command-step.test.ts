import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createScratch } from '#platform/files/scratch.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { ActionContext } from '#repair/needs/plan-actions.ts';
import { type CommandServices, runCommandStep } from '#repair/plan/plan-actions.ts';
import { plantFiles } from '../../support/plant-files.ts';

const parentEnv = { PATH: '/usr/local/bin:/usr/bin:/bin' };

/** Where Python looks first in a step of this folder. */
async function pathIn(
  cwd: string,
  env: Readonly<Record<string, string>>,
  variablesOf?: CommandServices['variablesOf'],
): Promise<readonly string[]> {
  const folder = await plantFiles({ 'apps/shop/a.py': '' });
  const deps = {
    processes: createProcesses({ clock: systemClock, parentEnv }),
    scratch: createScratch(),
    variablesOf,
  };
  const context: ActionContext = {
    folder,
    stepId: 1,
    timeoutMs: 20_000,
    signal: new AbortController().signal,
    record: () => undefined,
  };
  const script = 'import os; print(os.environ.get("PYTHONPATH"))';
  const argv = ['python3', '-c', script];
  const action = {
    type: 'run_command' as const,
    argv,
    cwd,
    env: { ...env },
    idempotent: true,
    successCodes: [0],
  };
  const ending = await runCommandStep(deps, action, context);
  if (ending.kind !== 'succeeded') throw new Error(JSON.stringify(ending));
  return ending.output
    .trim()
    .split(':')
    .map((path) => path.replace(folder, 'copy'));
}

function source(root: string, folder: string) {
  return { PYTHONPATH: join(folder, root, 'src') };
}

function places() {
  return { PYTHONPATH: 'a:b' };
}

it('a step sees what its place says, before what the step itself says, and nothing twice', async () => {
  expect(await pathIn('.', {}, source)).toEqual(['copy/src']);
  expect(await pathIn('apps/shop', { PYTHONPATH: 'lib:' }, source)).toEqual([
    'copy/apps/shop/src',
    'lib',
    '',
  ]);
  expect(await pathIn('.', { PYTHONPATH: 'b:c' }, places)).toEqual(['a', 'b', 'c']);
  expect(await pathIn('.', { PYTHONPATH: 'lib:' })).toEqual(['lib', '']);
  expect(await pathIn('.', {})).toEqual(['None']);
});
