import { open, rm } from 'node:fs/promises';

import type { CapturedOutput } from '#check/needs/processes.ts';

export interface OutputFile {
  /** Takes what still fits, after all that was taken before, and returns it. */
  append(chunk: Uint8Array): Uint8Array;
  /** Settles when all that was taken is written; rejects when it cannot be. */
  written(): Promise<void>;
  captured(): CapturedOutput;
  close(): Promise<void>;
}

/** Creates a file that keeps the first `limitBytes` of what it is given. */
export async function createOutputFile(path: string, limitBytes: number): Promise<OutputFile> {
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

/** Never through a link that somebody may have laid there. */
async function openFresh(path: string) {
  await rm(path, { force: true });
  return open(path, 'wx', 0o600);
}

function rejectWrite(path: string, cause: unknown): never {
  throw new Error(`Cannot write the output file "${path}"`, { cause });
}
