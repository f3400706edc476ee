import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { makeFolder, runProgram, textOf } from './harness.ts';

describe('a program that does not start', () => {
  it.each([
    {
      why: 'is missing',
      argv: ['no-such-program'] as const,
      code: 'ENOENT',
      message:
        'Cannot start "no-such-program": no such program, or the interpreter named in its first line is missing.',
    },
    {
      why: 'has no working directory',
      argv: ['sh'] as const,
      cwd: '/no/such/folder',
      code: 'ENOENT',
      message: 'Cannot start "sh": its working directory "/no/such/folder" does not exist.',
    },
    {
      why: 'has a file for a working directory',
      argv: ['sh'] as const,
      cwd: '/etc/passwd',
      code: 'ENOTDIR',
      message:
        'Cannot start "sh": its working directory "/etc/passwd" or a folder of its path is not a folder.',
    },
    {
      why: 'is not executable',
      argv: ['/etc/passwd'] as const,
      cwd: '/',
      code: 'EACCES',
      message:
        'Cannot start "/etc/passwd": it is not an executable file, or its working directory "/" may not be entered.',
    },
    {
      why: 'has too long arguments',
      argv: ['echo', 'x'.repeat(3_000_000)] as const,
      code: 'E2BIG',
      message: 'Cannot start "echo": its arguments and environment are too long for the system.',
    },
    {
      why: 'has an argument that cannot be one',
      argv: ['echo', 'a\0b'] as const,
      code: 'ERR_INVALID_ARG_VALUE',
      message: expect.stringMatching(/^Cannot start "echo": .*null bytes/),
    },
  ])('$why: says so and leaves empty files', async ({ argv, cwd, code, message }) => {
    const where = cwd === undefined ? {} : { cwd };
    const result = await runProgram({ argv, combined: true, stdin: 'unread', ...where });
    expect(result.exit).toEqual({ kind: 'spawn-failed', code, message });
    for (const output of [result.stdout, result.stderr, result.combined]) {
      expect(output).toMatchObject({ bytes: 0, truncated: false });
      expect(await textOf(output)).toBe('');
    }
  });

  it('may be a script whose interpreter is missing: the message names that too', async () => {
    const folder = await makeFolder();
    await writeFile(join(folder, 'script'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const { exit } = await runProgram({ argv: ['./script'], cwd: folder });
    expect(exit).toEqual({
      kind: 'spawn-failed',
      code: 'ENOENT',
      message:
        'Cannot start "./script": no such program, or the interpreter named in its first line is missing.',
    });
  });
});
