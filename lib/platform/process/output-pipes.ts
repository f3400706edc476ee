import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** Programs of another uid open /dev/stderr with the rights of the pipe itself; no other process finds it. */
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
 * Each is for one run, and has no name any more when the program starts: pipes used again could be kept and written to
 * by what an earlier run left alive. To start a program only to make them takes as long as the run may take, so it makes
 * some for later runs as well. Where they cannot be made (an image without mkfifo, no temporary folder) there are none,
 * and socket pairs must do. The same outside Linux, where opening by name works with those, and where macOS does not tell
 * Node the end of a named pipe.
 */
export async function openOutputPipes(maker = systemPipes): Promise<OutputPipes | undefined> {
  if (process.platform !== 'linux') return undefined;
  const ends = await maker();
  return ends && { ...ends, stdout: toStream(ends.stdout), stderr: toStream(ends.stderr) };
}

/** File descriptors. */
interface PipeEnds {
  readonly stdout: number;
  readonly stderr: number;
  readonly writeEnds: readonly [stdout: number, stderr: number];
}

type PipeMaker = () => Promise<PipeEnds | undefined>;

/** Makes pipes by a program, and more of them at once the more are asked for; those who ask meanwhile wait for these. */
export function createPipeMaker(mkfifo: string): PipeMaker {
  const ready: PipeEnds[] = [];
  let runs = fewestRuns;
  let making: Promise<boolean> | undefined;
  const makeMore = async (): Promise<boolean> => {
    const made = await makePipes(mkfifo, runs);
    ready.push(...made);
    runs = Math.min(2 * runs, mostRuns);
    making = undefined;
    return made.length > 0;
  };
  return async () => {
    while (ready.length === 0) {
      making ??= makeMore();
      if (!(await making)) return undefined;
    }
    return ready.pop();
  };
}

/** As many as the engines of most projects. */
const fewestRuns = 4;

/** The pipes that wait for a run hold four file descriptors each. */
const mostRuns = 16;
const systemPipes = createPipeMaker('mkfifo');

async function makePipes(mkfifo: string, runs: number): Promise<readonly PipeEnds[]> {
  try {
    return await openInFolder(mkdtempSync(join(tmpdir(), 'pipes-')), mkfifo, runs);
  } catch {
    return [];
  }
}

async function openInFolder(
  folder: string,
  mkfifo: string,
  runs: number,
): Promise<readonly PipeEnds[]> {
  try {
    const pairs = Array.from(
      { length: runs },
      (_, run) => [join(folder, `${run}-out`), join(folder, `${run}-err`)] as const,
    );
    // Without a PATH it is searched where the system keeps its own, never in a folder of the repository at hand.
    await once(spawn(mkfifo, ['-m', mode, ...pairs.flat()], { env: {}, stdio: 'ignore' }), 'exit');
    return openAll(pairs);
  } finally {
    // Waiting for a thread to do it would take longer.
    rmSync(folder, { recursive: true, force: true });
  }
}

function openAll(pairs: readonly (readonly [string, string])[]): readonly PipeEnds[] {
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
    return pairs.map(([out, err]) => {
      const [stdout, writeOut] = openEnds(out);
      const [stderr, writeErr] = openEnds(err);
      return { stdout, stderr, writeEnds: [writeOut, writeErr] };
    });
  } catch (error) {
    opened.forEach(closeSync);
    throw error;
  }
}

function toStream(fd: number): Readable {
  return new Socket({ fd, readable: true, writable: false });
}
