import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findOnPath } from '#platform/files/find-program.ts';
import { tempFolder } from '../../support/temp-folder.ts';

async function plant(folder: string, name: string, mode = 0o755): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, '#!/bin/sh\n');
  await chmod(path, mode);
  return path;
}

describe('a program on the path', () => {
  it('is the first name that is found, in the first folder that has it', async () => {
    const [one, other] = [await tempFolder(), await tempFolder()];
    await plant(one, 'agent');
    const best = await plant(other, 'cursor-agent');
    expect(await findOnPath(['cursor-agent', 'agent'], `${one}:${other}`)).toBe(best);
    const linked = join(one, 'cursor-agent');
    await symlink(best, linked);
    expect(await findOnPath(['cursor-agent', 'agent'], `${one}:${other}`)).toBe(linked);
  });

  it('is a file that can be executed, in a folder whose place does not depend on ours', async () => {
    const folder = await tempFolder();
    await plant(folder, 'not-executable', 0o644);
    await mkdir(join(folder, 'folder'));
    await plant(folder, 'claude');
    const here = relative(process.cwd(), folder);
    expect(await findOnPath(['not-executable', 'folder', 'none'], folder)).toBeUndefined();
    expect(await findOnPath(['claude'], `:${here}:/no/such/folder`)).toBeUndefined();
  });
});
