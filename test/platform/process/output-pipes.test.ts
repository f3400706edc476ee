import { closeSync, fstatSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { createPipeMaker, openOutputPipes } from '#platform/process/output-pipes.ts';
import { createProcesses } from '#platform/process/processes.ts';

import {
  makeCommand,
  makeFolder,
  openFilesIn,
  realClock,
  runProgram,
  shell,
  textOf,
} from './harness.ts';

const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';

const processes = createProcesses({ clock: realClock, parentEnv: {} });

const ended = { kind: 'exited', code: 0 };
const arePipes = 'test -p /dev/stdout && test -p /dev/stderr';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('the output streams of a program', () => {
  it.each([
    { who: 'our own user', identity: {} },
    ...(isRoot ? [{ who: 'another user', identity: { uid: 65_534, gid: 65_534 } }] : []),
  ])('can be opened by name, by $who', async ({ identity }) => {
    const { exit, stdout, stderr, combined } = await runProgram({
      argv: shell('echo out > /dev/stdout; echo err > /dev/stderr; echo x | tee /dev/stderr'),
      combined: true,
      ...identity,
    });
    expect(exit).toEqual(ended);
    expect(await textOf(stdout)).toBe('out\nx\n');
    expect(await textOf(stderr)).toBe('err\nx\n');
    const lines = (await textOf(combined)).split('\n');
    expect(lines.toSorted()).toEqual(['', 'err', 'out', 'x', 'x']);
  });
});

describe.runIf(isLinux)('the pipes', () => {
  it('have no name any more when the program starts', async () => {
    const command = await makeCommand({ argv: shell(`${arePipes} && ls -A "$1"`) });
    const folder = await useTemporaryFolder();
    const argv = [...command.argv, 'sh', folder] as const;
    const { exit, stdout } = await processes.run({ ...command, argv });
    expect(exit).toEqual(ended);
    expect(await textOf(stdout)).toBe('');
  });

  it('are made by the program of the system, whatever the search path says', async () => {
    const folder = await makeFolder();
    await writeScript(join(folder, 'mkfifo'), `touch ${folder}/trace`);
    vi.stubEnv('PATH', folder);
    const { exit } = await runProgram({ argv: shell(arePipes) });
    expect(exit).toEqual(ended);
    expect(await readdir(folder)).toEqual(['mkfifo']);
  });

  it('are made for several runs at once, and used by one', async () => {
    const folder = await useTemporaryFolder();
    const take = createPipeMaker('mkfifo');
    const seen = new Set<number>();
    for (let run = 0; run < 40; run += 1) {
      const ends = await take();
      for (const end of ends ? [ends.stdout, ends.stderr, ...ends.writeEnds] : []) {
        expect(fstatSync(end).isFIFO()).toBe(true);
        seen.add(fstatSync(end).ino);
        onTestFinished(() => closeSync(end));
      }
      expect(await readdir(folder)).toEqual([]);
    }
    // The two ends of a pipe are one file.
    expect(seen.size).toBe(80);
  });

  it('are made by one program for all that ask at the same time', async () => {
    const folder = await makeFolder();
    const [mkfifo, starts] = [join(folder, 'mkfifo'), join(folder, 'starts')];
    await writeScript(mkfifo, `echo x >> '${starts}'; exec /usr/bin/env mkfifo "$@"`);
    const take = createPipeMaker(mkfifo);
    const taken = await Promise.all([take(), take(), take()]);
    for (const { stdout, stderr, writeEnds } of taken.filter((ends) => ends !== undefined)) {
      for (const end of [stdout, stderr, ...writeEnds]) onTestFinished(() => closeSync(end));
    }
    expect(taken).not.toContain(undefined);
    expect(await readFile(starts, 'utf8')).toBe('x\n');
  });

  it.each([
    { why: 'mkfifo is missing', script: undefined },
    { why: 'mkfifo makes none', script: 'exit 1' },
    { why: 'mkfifo makes only one', script: 'mkfifo -m 622 "$3"; exit 1' },
  ])('are not there when $why, and leave nothing open or behind', async ({ script }) => {
    const mkfifo = join(await makeFolder(), 'mkfifo');
    if (script !== undefined) await writeScript(mkfifo, script);
    const folder = await useTemporaryFolder();
    expect(await openOutputPipes(createPipeMaker(mkfifo))).toBeUndefined();
    expect(await openFilesIn(folder)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('are not needed: without a temporary folder all output is captured', async () => {
    // Those that were made before are used up first.
    for (let run = 0; run < 40; run += 1) {
      vi.unstubAllEnvs();
      const command = await makeCommand({ argv: shell(`${arePipes} || echo out; echo err >&2`) });
      vi.stubEnv('TMPDIR', '/no/such/folder');
      const { exit, stdout, stderr } = await processes.run(command);
      expect(exit).toEqual(ended);
      expect(await textOf(stderr)).toBe('err\n');
      if ((await textOf(stdout)) === 'out\n') return;
    }
    expect.unreachable('There were pipes all the time.');
  });

  it('are for Linux only', async () => {
    vi.stubGlobal('process', Object.create(process, { platform: { value: 'darwin' } }));
    expect(await openOutputPipes()).toBeUndefined();
  });
});

/** A fresh folder for all that is temporary, until the end of the test. */
async function useTemporaryFolder(): Promise<string> {
  const folder = await makeFolder();
  vi.stubEnv('TMPDIR', folder);
  return folder;
}

async function writeScript(path: string, script: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
