import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Programs of another uid open /dev/stderr with the rights of the pipe itself; nobody else finds it. */
const mode = '622';

export interface OutputPipes {
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** File descriptors for the program. Ours must be closed, or the streams never end. */
  readonly writeEnds: readonly [stdout: number, stderr: number];
}

/**
 * Opens true pipes for what a program writes. Node has socket pairs only, and a program on Linux that opens
 * /dev/stdout or /dev/stderr by name (`echo sorry > /dev/stderr`) fails with those.
 *
 * They are made for one run, which costs it about 3 ms, and have no name any more when the program starts: pipes made
 * once and used again could be kept and written to by what an earlier run left alive. Where they cannot be made (an
 * image without mkfifo, no temporary folder) there are none, and socket pairs must do. The same outside Linux, where
 * opening by name works with those, and where macOS does not tell Node the end of a named pipe.
 */
export async function openOutputPipes(mkfifo = 'mkfifo'): Promise<OutputPipes | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    return await openInFolder(mkdtempSync(join(tmpdir(), 'pipes-')), mkfifo);
  } catch {
    return undefined;
  }
}

async function openInFolder(folder: string, mkfifo: string): Promise<OutputPipes> {
  try {
    const paths = [join(folder, 'stdout'), join(folder, 'stderr')] as const;
    // Without a PATH it is searched where the system keeps its own, never in a folder of the repository at hand.
    await once(spawn(mkfifo, ['-m', mode, ...paths], { env: {}, stdio: 'ignore' }), 'exit');
    return openAll(paths);
  } finally {
    // Waiting for a thread to do it would take longer.
    rmSync(folder, { recursive: true, force: true });
  }
}

function openAll([out, err]: readonly [string, string]): OutputPipes {
  const opened: number[] = [];
  const open = (path: string, flags: number): number => {
    const descriptor = openSync(path, flags);
    opened.push(descriptor);
    return descriptor;
  };
  // The reader comes first and does not wait; then the writer need not wait either, and blocks as programs expect.
  const openEnds = (path: string): readonly [number, number] => [
    open(path, constants.O_RDONLY | constants.O_NONBLOCK),
    open(path, constants.O_WRONLY),
  ];
  try {
    const [readOut, writeOut] = openEnds(out);
    const [readErr, writeErr] = openEnds(err);
    return {
      stdout: streamOf(readOut),
      stderr: streamOf(readErr),
      writeEnds: [writeOut, writeErr],
    };
  } catch (error) {
    opened.forEach(closeSync);
    throw error;
  }
}

function streamOf(fd: number): Readable {
  return new Socket({ fd, readable: true, writable: false });
}
