import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Command, ExecResult } from '#check/needs/processes.ts';

import { createOutputFile, type OutputFile } from './output-file.ts';

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

export function describeOutputs({
  stdout,
  stderr,
  combined,
}: Outputs): Pick<ExecResult, 'stdout' | 'stderr' | 'combined'> {
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
