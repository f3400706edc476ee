import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { describe, expect, it, onTestFinished } from 'vitest';

import { captureOutput } from '#platform/process/capture.ts';
import { closeOutputs, openOutputs, type OutputFile } from '#platform/process/outputs.ts';

import { eventually, fixture, makeFolder, runProgram, shell, textOf } from './harness.ts';

const ended = { kind: 'exited', code: 0 };

const ignore = (): void => undefined;

describe('captured output', () => {
  it('goes to one file per stream, counted in bytes', async () => {
    const { exit, stdout, stderr, combined } = await runProgram({
      argv: shell('printf "grün"; printf "rot\\n" >&2'),
    });
    expect(exit).toEqual(ended);
    expect(await textOf(stdout)).toBe('grün');
    expect(await textOf(stderr)).toBe('rot\n');
    expect(stdout).toMatchObject({ bytes: 5, truncated: false });
    expect(stderr).toMatchObject({ bytes: 4, truncated: false });
    expect(combined).toBeUndefined();
  });

  it('is also written to one file in order of arrival', async () => {
    // Each line is only written when the one before has arrived.
    const script = ['out', 'err >&2', 'out', 'err >&2', 'out']
      .map((turn, lines) => `${untilArrived(lines)}; echo ${turn}`)
      .join('; ');
    const { combined, stdout, stderr } = await runProgram({ argv: shell(script), combined: true });
    expect(await textOf(combined)).toBe('out\nerr\nout\nerr\nout\n');
    expect(combined).toMatchObject({ bytes: 20, truncated: false });
    expect([await textOf(stdout), await textOf(stderr)]).toEqual(['out\nout\nout\n', 'err\nerr\n']);
  });

  it('loses no byte of large binary output on both streams', async () => {
    const [out, err] = [50_000_000, 3_000_001];
    const { exit, stdout, stderr, combined } = await runProgram({
      argv: fixture('write-pattern.mjs', String(out), String(err)),
      combined: true,
    });
    expect(exit).toEqual(ended);
    expect([stdout.bytes, stderr.bytes, combined?.bytes]).toEqual([out, err, out + err]);
    expect(await digestOf(stdout.path)).toBe(patternDigest(out));
    expect(await digestOf(stderr.path)).toBe(patternDigest(err));
    expect((await stat(combined?.path ?? '')).size).toBe(out + err);
  });

  it('keeps the characters of each stream whole in the shared file', async () => {
    const { streams, outputs, finish } = await captureInMemory();
    const [first, rest] = [Buffer.from('€').subarray(0, 2), Buffer.from('€').subarray(2)];
    streams.stdout.write(first);
    streams.stderr.write('between');
    streams.stdout.write(Buffer.concat([rest, first]));
    await finish();
    const combined = await readFile(outputs.combined?.captured().path ?? '');
    expect(combined).toEqual(Buffer.concat([Buffer.from('between€'), first]));
  });

  it('takes all that is left in pipes that stay open, even while the disk is slow', async () => {
    const disk = Promise.withResolvers<void>();
    const outputs = { stdout: slowFile(disk.promise), stderr: slowFile(disk.promise) };
    const { stdout, wrote } = await writeAndStay(70_000);
    const stderr = new PassThrough();
    const hooks = { onOutput: ignore, onOverflow: ignore, onFailure: ignore };
    const capture = captureOutput({ stdout, stderr }, { outputs, ...hooks });
    // Enough to stop the reading of both.
    for (let count = 0; count < 40; count += 1) stderr.write('chunk');
    await wrote();
    const finished = capture.finish();
    stdout.once('close', disk.resolve);
    await finished;
    expect(outputs.stdout.captured().bytes).toBe(70_000);
    expect(outputs.stderr.captured().bytes).toBe(200);
  });

  it('rejects when a stream cannot be read', async () => {
    const { streams, finish, failures } = await captureInMemory();
    streams.stderr.destroy(new Error('unreadable'));
    await expect(finish()).rejects.toThrow('unreadable');
    expect(failures).toEqual(['failed']);
  });
});

describe('the cap of a stream', () => {
  it('lets through exactly as much as it says', async () => {
    const { exit, stdout } = await runProgram({
      argv: shell('printf 0123456789'),
      maxOutputBytes: 10,
    });
    expect(exit).toEqual(ended);
    expect(stdout).toMatchObject({ bytes: 10, truncated: false });
  });

  it.each(Array.from({ length: 8 }, (_, attempt) => attempt))(
    'stops a program that writes one byte more, however soon it ends (attempt %i)',
    async () => {
      const { exit, stdout } = await runProgram({
        argv: shell('printf 0123456789X'),
        maxOutputBytes: 10,
      });
      expect(exit).toEqual({ kind: 'overflowed', stream: 'stdout', limitBytes: 10 });
      expect(stdout).toMatchObject({ bytes: 10, truncated: true });
      expect(await textOf(stdout)).toBe('0123456789');
    },
  );

  it('stops a program that would never end, and cuts in the middle of what arrives', async () => {
    const { exit, stdout, stderr, combined } = await runProgram({
      argv: shell('echo said; sleep 0.05; while :; do echo 123456; done >&2'),
      maxOutputBytes: 100_000,
      combined: true,
    });
    expect(exit).toEqual({ kind: 'overflowed', stream: 'stderr', limitBytes: 100_000 });
    expect(await textOf(stderr)).toBe('123456\n'.repeat(20_000).slice(0, 100_000));
    expect(stdout).toMatchObject({ bytes: 5, truncated: false });
    expect(combined).toMatchObject({ bytes: 100_005, truncated: true });
    expect((await textOf(combined)).length).toBe(100_005);
  });
});

/** A program that writes so many bytes, more than are read ahead (64 KiB), and keeps the pipe open. */
async function writeAndStay(bytes: number) {
  const cwd = await makeFolder();
  const script = `head -c ${bytes} /dev/zero; touch wrote; exec sleep 1000`;
  const child = spawn('sh', ['-c', script], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const wrote = () => eventually(() => existsSync(join(cwd, 'wrote')) || undefined);
  return { stdout: child.stdout, wrote };
}

/** Takes everything at once and writes it when the disk is ready. */
function slowFile(disk: Promise<void>): OutputFile {
  let bytes = 0;
  return {
    append(chunk) {
      bytes += chunk.length;
      return chunk;
    },
    written: () => disk,
    captured: () => ({ path: 'slow', bytes, truncated: false }),
    close: () => disk,
  };
}

function untilArrived(lines: number): string {
  return `until [ $(wc -l < out/combined.txt) -eq ${lines} ]; do sleep 0.01; done`;
}

async function captureInMemory() {
  const outputs = await openOutputs({
    outputDir: await makeFolder(),
    combined: true,
    maxOutputBytes: 1000,
  });
  onTestFinished(() => closeOutputs(outputs));
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const failures: string[] = [];
  const capture = captureOutput(streams, {
    outputs,
    onOutput: ignore,
    onOverflow: ignore,
    onFailure: () => failures.push('failed'),
  });
  const finish = (): Promise<void> => {
    streams.stdout.end();
    streams.stderr.end();
    return capture.finish();
  };
  return { streams, outputs, failures, finish };
}

function patternDigest(bytes: number): string {
  const block = Uint8Array.from({ length: 251 * 4000 }, (_, at) => at % 251);
  const hash = createHash('sha256');
  for (let left = bytes; left > 0; left -= block.length) hash.update(block.subarray(0, left));
  return hash.digest('hex');
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
