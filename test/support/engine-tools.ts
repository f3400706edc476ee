import { symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { orSkip } from './out-of-reach.ts';
import { pythonTools } from './python-tools.ts';

/** The Python environment with the real quality tools, pinned; made by the first test that asks. */
export async function engineTools(): Promise<{
  readonly environment: string;
  readonly bin: string;
  readonly python: string;
}> {
  const installing = pythonTools({
    base: 'python3',
    requirements: join(import.meta.dirname, 'python/engines.txt'),
    cache: join(import.meta.dirname, '../../.cache/python'),
  });
  const { bin, python } = await orSkip(installing);
  return { environment: dirname(bin), bin, python };
}

/** Makes the environment that of a repository. */
export async function linkEnvironment(repository: string): Promise<void> {
  const { environment } = await engineTools();
  await symlink(environment, join(repository, '.venv'));
}
