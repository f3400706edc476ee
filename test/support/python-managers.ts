import { join } from 'node:path';
import { orSkip } from './out-of-reach.ts';
import { type PythonTools, pythonTools } from './python-tools.ts';

/** An environment with uv and poetry, pinned; made by the first test that asks. */
export async function pythonManagers(): Promise<PythonTools> {
  const installing = pythonTools({
    base: 'python3',
    requirements: join(import.meta.dirname, 'python/managers.txt'),
    cache: join(import.meta.dirname, '../../.cache/python'),
  });
  return orSkip(installing);
}
