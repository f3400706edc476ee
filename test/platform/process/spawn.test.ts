import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';

import { fixture, runProgram, shell, textOf } from './harness.ts';

const isRoot = process.getuid?.() === 0;

describe('the input of a program', () => {
  it('is at its end when none is given', async () => {
    const { exit, stdout } = await runProgram({ argv: shell('cat; echo end') });
    expect(exit).toEqual({ kind: 'exited', code: 0 });
    expect(await textOf(stdout)).toBe('end\n');
  });

  it.each([
    ['text', 'grün\n'.repeat(200_000)],
    ['bytes', Uint8Array.from({ length: 1_000_000 }, (_, at) => at % 251)],
    ['nothing', ''],
  ])('is delivered whole: %s', async (_, stdin) => {
    const { stdout } = await runProgram({ argv: fixture('digest-stdin.mjs'), stdin });
    expect(await textOf(stdout)).toBe(createHash('sha256').update(stdin).digest('hex'));
  });

  it.each([
    ['ends without reading it', 'exit 7'],
    ['closes it and goes on', 'exec <&-; sleep 0.1; exit 7'],
  ])('may stay unread: the program %s', async (_, script) => {
    const { exit } = await runProgram({ argv: shell(script), stdin: 'x'.repeat(4_000_000) });
    expect(exit).toEqual({ kind: 'exited', code: 7 });
  });
});

describe('the user of a program', () => {
  const identity = shell('id -u; id -g; id -G');

  it.runIf(isRoot)('is the one asked for, with no other groups; the files stay ours', async () => {
    const { exit, stdout } = await runProgram({ argv: identity, uid: 65_534, gid: 65_533 });
    expect(exit).toEqual({ kind: 'exited', code: 0 });
    expect(await textOf(stdout)).toBe('65534\n65533\n65533\n');
    expect(await stat(stdout.path)).toMatchObject({ uid: 0, gid: 0 });
  });

  it.skipIf(isRoot)('cannot be changed without the right to', async () => {
    const { exit } = await runProgram({ argv: identity, uid: 65_534, gid: 65_533 });
    expect(exit).toEqual({
      kind: 'spawn-failed',
      code: 'EPERM',
      message: 'Cannot start "sh": not permitted as uid 65534, gid 65533.',
    });
  });
});
