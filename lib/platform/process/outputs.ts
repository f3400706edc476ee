import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command, CapturedOutput } from '#check/needs/processes.ts';

export interface Outputs {
  readonly stdout: OutputFile;
  readonly stderr: OutputFile;
  readonly combined?: OutputFile;
}

/** Creates the files of one run, empty; all of them or none. */
export async function openOutputs(
  command: Pick<Command, 'outputDir' | 'combined' | 'maxOutputBytes'>,
): Promise<Outputs> {
  const { outputDir, combined, maxOutputBytes } = command;
  await makeFolder(outputDir);
  const opened: OutputFile[] = [];
  const create = async (name: string, limitBytes: number): Promise<OutputFile> => {
    const file = await createOutputFile(join(outputDir, name), limitBytes);
    opened.push(file);
    return file;
  };
  try {
    const stdout = await create('stdout.txt', maxOutputBytes);
    const stderr = await create('stderr.txt', maxOutputBytes);
    if (combined !== true) return { stdout, stderr };
    return { stdout, stderr, combined: await create('combined.txt', 2 * maxOutputBytes) };
  } catch (error) {
    await Promise.all(opened.map((file) => file.close()));
    throw error;
  }
}

export function describeOutputs({ stdout, stderr, combined }: Outputs) {
  const streams = { stdout: stdout.captured(), stderr: stderr.captured() };
  if (combined === undefined) return streams;
  // It receives what the caps let through, so it lacks what either of the others lacks.
  const truncated = streams.stdout.truncated || streams.stderr.truncated;
  return { ...streams, combined: { ...combined.captured(), truncated } };
}

export async function closeOutputs({ stdout, stderr, combined }: Outputs): Promise<void> {
  await Promise.all([stdout.close(), stderr.close(), combined?.close()]);
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (cause) {
    throw new Error(`Cannot make the output folder "${path}"`, { cause });
  }
}

export interface OutputFile {
  /** Takes what still fits, after all that was taken before, and returns it. */
  append(chunk: Uint8Array): Uint8Array;
  /** Settles when all that was taken is written; rejects when it cannot be. */
  written(): Promise<void>;
  captured(): CapturedOutput;
  close(): Promise<void>;
}

/** Creates a file that keeps the first `limitBytes` of what it is given. */
async function createOutputFile(path: string, limitBytes: number): Promise<OutputFile> {
  const handle = await openFresh(path).catch((error: unknown) => rejectWrite(path, error));
  let written = Promise.resolve();
  let bytes = 0;
  let truncated = false;
  return {
    append(chunk) {
      const kept = chunk.subarray(0, limitBytes - bytes);
      bytes += kept.length;
      truncated ||= kept.length < chunk.length;
      if (kept.length > 0) written = written.then(() => handle.appendFile(kept));
      return kept;
    },
    written: () => written.catch((error: unknown) => rejectWrite(path, error)),
    captured: () => ({ path, bytes, truncated }),
    close: () => handle.close().catch((error: unknown) => rejectWrite(path, error)),
  };
}

/** Never through a link that a program may have put there. */
async function openFresh(path: string) {
  await rm(path, { force: true });
  return open(path, 'wx', 0o600);
}

function rejectWrite(path: string, cause: unknown): never {
  throw new Error(`Cannot write the output file "${path}"`, { cause });
}
