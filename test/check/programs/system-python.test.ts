import { expect, it } from 'vitest';
import { askSystemPython } from '#check/programs/system-python.ts';
import { ruff } from '#engines/ruff/engine.ts';
import { tsc } from '#engines/tsc/engine.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import { plantFiles } from '../../support/plant-files.ts';
import { someFacts } from '../rules/repository/some-facts.ts';
import { aPlan } from '../rules/scope/plans.ts';

const manifests = { 'pyproject.toml': { 'build-system': {} } };
const entryOf = (engine: string) => ({
  engine,
  mode: 'target' as const,
  how: 'run' as const,
  requested: true,
  plan: aPlan({ root: '.' }),
});

async function ask(
  engine: string,
  facts: Parameters<typeof someFacts>[0],
  path = process.env['PATH'],
) {
  // Modules of the repository must not be loaded.
  const repository = await plantFiles({ 're.py': 'raise SystemExit(3)\n' });
  const processes = createProcesses({ clock: systemClock, parentEnv: { PATH: path } });
  return askSystemPython(
    { processes },
    { repository, facts: someFacts(facts) },
    { entries: [entryOf(engine)], engines: [ruff, tsc] },
  );
}

it('the Python of the machine says what it has, whatever lies in the repository', async () => {
  expect(await ask('ruff', { manifests })).toContain('pip');
  expect(await ask('ruff', { manifests }, '/nowhere')).toBeNull();
});

it('nothing is asked where nothing would run in it', async () => {
  expect(await ask('tsc', { manifests })).toBeUndefined();
  expect(await ask('ruff', {})).toBeUndefined();
  expect(await ask('ruff', { manifests, environments: ['.venv'] })).toBeUndefined();
  expect(await ask('ruff', { manifests, virtualEnv: '/opt/env' })).toBeUndefined();
});
