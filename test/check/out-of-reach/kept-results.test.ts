import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launched, run } from '../../flow/work/ground.ts';
import { plantPullRequest } from '../../flow/work/words.ts';
import { engineTools } from '../../support/engine-tools.ts';
import { tempFolder } from '../../support/temp-folder.ts';

it('a worker neither believes nor keeps results where the code that it judges can write', async () => {
  const { environment } = await engineTools();
  const cache = await tempFolder();
  const config = { engines: { ruff: { enabled: true } } };
  const files = { 'src/a.py': 'import os\n' };
  const ground = await launched(await plantPullRequest({ files, config }), { work: 'check' });
  const setup = [{ run: ['cp', '-a', environment, '.venv'] }];
  const env = { XDG_CACHE_HOME: cache, RATCHETR_SETUP: JSON.stringify(setup) };
  expect(await ground.start(env).ended).toMatchObject({ code: 0 });
  expect(await ground.runs.loadRun(run)).toMatchObject({ summary: { findings: { new: 1 } } });
  expect(existsSync(join(cache, 'ratchetr/engines'))).toBe(false);
});
