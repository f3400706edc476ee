import type { Readable } from 'node:stream';
import type { Outputs } from './outputs.ts';
import { endsWithin, fullTurn } from './timing.ts';
/** How long pipes may stay open after the group's end; only a process that left the group can hold them. */
const drainMs = 500;

type StreamName = 'stdout' | 'stderr';

export interface CaptureOptions {
  readonly outputs: Outputs;
  readonly onOutput: () => void;
  readonly onOverflow: (stream: StreamName) => void;
  /** Something could not be written or read; `finish` will say what. */
  readonly onFailure: () => void;
}

export interface OutputCapture {
  /** Takes what is left and ends; rejects when something could not be written or read. */
  finish(): Promise<void>;
}

/** Writes two streams to their files as they arrive, and both to a shared one if there is one. */
export function captureOutput(
  { stdout, stderr }: Readonly<Record<StreamName, Readable>>,
  options: CaptureOptions,
): OutputCapture {
  const failures: unknown[] = [];
  const fail = (error: unknown): void => {
    failures.push(error);
    options.onFailure();
  };
  const gate = createGate([stdout, stderr], fail);
  const closed = Promise.all([
    recordStream('stdout', { source: stdout, options, gate, fail }),
    recordStream('stderr', { source: stderr, options, gate, fail }),
  ]);
  return {
    async finish() {
      if (!(await endsWithin(closed, drainMs))) await cutPipes([stdout, stderr], gate);
      await closed;
      await allWritten(options.outputs).catch(fail);
      if (failures.length > 0) throw failures[0];
    },
  };
}

interface Recording {
  readonly source: Readable;
  readonly options: CaptureOptions;
  readonly gate: Gate;
  readonly fail: (error: unknown) => void;
}

/** Settles when the stream is closed. */
function recordStream(name: StreamName, { source, options, gate, fail }: Recording): Promise<void> {
  const { outputs, onOutput, onOverflow } = options;
  const characters = createWholeCharacters();
  source.on('data', (chunk: Uint8Array) => {
    onOutput();
    const kept = outputs[name].append(chunk);
    outputs.combined?.append(characters.push(kept));
    gate.hold(allWritten(outputs));
    if (kept.length < chunk.length) onOverflow(name);
  });
  source.once('error', fail);
  return new Promise((resolve) => {
    source.once('close', () => {
      outputs.combined?.append(characters.flush());
      gate.hold(allWritten(outputs));
      resolve();
    });
  });
}

function allWritten({ stdout, stderr, combined }: Outputs): Promise<unknown> {
  return Promise.all([stdout.written(), stderr.written(), combined?.written()]);
}

/** Closes the pipes, but not before what was left in them is read, even if we were held up ourselves. */
async function cutPipes(sources: readonly Readable[], gate: Gate): Promise<void> {
  gate.open();
  await fullTurn();
  for (const source of sources) source.destroy();
}

/** Chunks have at most 64 KiB. */
const mostWaitingChunks = 16;

interface Gate {
  /** Counts what was read as waiting until it is written. */
  hold(written: Promise<unknown>): void;
  /** Reads on whatever waits: for the little that is left at the end. */
  open(): void;
}

/** Stops reading all streams while too much waits to be written: memory stays bounded, and their order is kept. */
export function createGate(
  sources: readonly Readable[],
  onFailure: (error: unknown) => void,
): Gate {
  let waiting = 0;
  let mostWaiting = mostWaitingChunks;
  const resumeAll = (): void => sources.forEach((source) => source.resume());
  const release = (): void => {
    waiting -= 1;
    if (waiting === 0) resumeAll();
  };
  return {
    hold(written) {
      waiting += 1;
      if (waiting >= mostWaiting) sources.forEach((source) => source.pause());
      void written.catch(onFailure).then(release);
    },
    open() {
      mostWaiting = Infinity;
      resumeAll();
    },
  };
}

/**
 * Keeps the UTF-8 characters of one stream whole where two streams share a file: the start of a character waits for its
 * rest. Bytes that are no UTF-8 pass unchanged.
 */
export function createWholeCharacters(): {
  push(chunk: Uint8Array): Uint8Array;
  /** What still waits; nothing more will follow. */
  flush(): Uint8Array;
} {
  let waiting: Uint8Array = new Uint8Array();
  return {
    push(chunk) {
      const bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const end = bytes.length - unfinishedBytes(bytes);
      waiting = bytes.subarray(end);
      return bytes.subarray(0, end);
    },
    flush() {
      const rest = waiting;
      waiting = new Uint8Array();
      return rest;
    },
  };
}

/** A character has at most four bytes, so its first byte is among the last three if it is unfinished. */
function unfinishedBytes(bytes: Uint8Array): number {
  for (let back = 1; back <= 3; back += 1) {
    const byte = bytes.at(-back);
    if (byte === undefined) return 0;
    if (!isContinuation(byte)) return characterLength(byte) > back ? back : 0;
  }
  return 0;
}

function isContinuation(byte: number): boolean {
  return byte >= 0x80 && byte < 0xc0;
}

function characterLength(firstByte: number): number {
  if (firstByte < 0xc2 || firstByte > 0xf4) return 1;
  if (firstByte < 0xe0) return 2;
  return firstByte < 0xf0 ? 3 : 4;
}
