import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { fixture, makeFolder, openFilesIn, runProgram, shell, textOf } from './harness.ts';

describe('the output files', () => {
  it('cannot be made where a file stands: the run rejects before a program starts', async () => {
    const folder = await makeFolder();
    const outputDir = join(folder, 'file');
    await writeFile(outputDir, '');
    const run = runProgram({ argv: shell('echo started > trace'), cwd: folder, outputDir });
    await expect(run).rejects.toMatchObject({
      message: `Cannot make the output folder "${outputDir}"`,
      cause: { code: 'EEXIST' },
    });
    expect(await readdir(folder)).toEqual(['file']);
  });

  it('are all closed when one of them cannot be made', async () => {
    const outputDir = await makeFolder();
    await mkdir(join(outputDir, 'combined.txt'));
    await expect(runProgram({ argv: ['true'], outputDir, combined: true })).rejects.toMatchObject({
      message: `Cannot write the output file "${join(outputDir, 'combined.txt')}"`,
      cause: { code: 'ERR_FS_EISDIR' },
    });
    expect(await openFilesIn(outputDir)).toEqual([]);
  });

  it('cannot be written: the run rejects, and nothing of the program is left', async () => {
    const folder = await makeFolder();
    const { stdout } = await runProgram({
      argv: [...shell('ulimit -f 64; exec "$@"'), 'sh', ...fixture('fail-to-write.mjs', folder)],
    });
    expect(JSON.parse(await textOf(stdout))).toEqual({
      message: `Cannot write the output file "${join(folder, 'stdout.txt')}"`,
      cause: 'EFBIG',
      pid: expect.any(Number),
      alive: false,
    });
  });

  it('replace what an earlier run left, follow no link, and are for us only', async () => {
    const outputDir = await makeFolder();
    const precious = join(outputDir, 'precious');
    await writeFile(precious, 'precious');
    await symlink(precious, join(outputDir, 'stdout.txt'));
    await writeFile(join(outputDir, 'stderr.txt'), 'earlier');
    const { stdout, stderr } = await runProgram({ argv: ['echo', 'new'], outputDir });
    expect([await textOf(stdout), await textOf(stderr)]).toEqual(['new\n', '']);
    expect(await readFile(precious, 'utf8')).toBe('precious');
    expect((await stat(stderr.path)).mode & 0o777).toBe(0o600);
  });
});
