import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createPythonPath } from '#check/programs/project-environment.ts';
import { createInstalled } from '#platform/files/installed.ts';
import { someFacts } from '../rules/repository/some-facts.ts';
import { plantFiles } from '../../support/plant-files.ts';

const installed = createInstalled({ env: {} });

it('a copy is looked at first, each root by its own environment, and the repository as it is', async () => {
  const packages = 'lib/python3.12/site-packages';
  const repository = await plantFiles({
    [`.venv/${packages}/all.pth`]: '../../../../src\n../../../..\n',
    [`apps/shop/venv/${packages}/shop.pth`]: '../../../../lib\n',
    [`apps/plain/.venv/${packages}/none.pth`]: '/usr/lib/elsewhere\n',
  });
  const environments = ['.venv', 'apps/shop/venv', 'apps/plain/.venv'];
  const pathIn = createPythonPath(installed, { repository, facts: someFacts({ environments }) });
  expect(pathIn('.', '/copy')).toEqual({ PYTHONPATH: '/copy/src:/copy' });
  expect(pathIn('apps/other', '/other')).toEqual({ PYTHONPATH: '/other/src:/other' });
  expect(pathIn('apps/shop', '/copy')).toEqual({ PYTHONPATH: '/copy/apps/shop/lib' });
  expect(pathIn('apps/plain', '/copy')).toEqual({});
  expect(pathIn('.', repository)).toEqual({});
  const outside = createPythonPath(installed, {
    repository,
    facts: someFacts({ virtualEnv: join(repository, '.venv') }),
  });
  expect(outside('.', '/copy')).toEqual({ PYTHONPATH: '/copy/src:/copy' });
});
