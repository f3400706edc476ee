import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isOutOfReach, orSkip } from './out-of-reach.ts';
import { plantFiles } from './plant-files.ts';
import { pythonTools } from './python-tools.ts';

const failing = (stderr: string): Error =>
  new Error('it failed', { cause: Object.assign(new Error('pip'), { stderr }) });

describe('a package index that does not answer', () => {
  it('is told by what pip says', async () => {
    // With it pip asks nobody, and says the same as when nobody answers.
    const folder = await plantFiles({ 'requirements.txt': '--no-index\nruff==0.16.9\n' });
    const [requirements, cache] = [join(folder, 'requirements.txt'), join(folder, 'cache')];
    const installing = pythonTools({ base: 'python3', requirements, cache });
    expect(isOutOfReach(await installing.catch((error: unknown) => error))).toBe(true);
  });

  it('is told from a version that is not there, and from everything else', () => {
    const other = 'ERROR: Could not find a version that satisfies ruff==9 (from versions: 0.1)';
    expect(isOutOfReach(failing(other))).toBe(false);
    expect(isOutOfReach(new Error('python3 is missing'))).toBe(false);
    expect(isOutOfReach(undefined)).toBe(false);
  });

  it('hands on what was fetched, and throws what is another failure', async () => {
    await expect(orSkip(Promise.resolve(1))).resolves.toBe(1);
    await expect(orSkip(Promise.reject(new Error('python3 is missing')))).rejects.toThrow(
      'python3 is missing',
    );
  });
});
