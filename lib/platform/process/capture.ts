import type { Readable } from 'node:stream';

import { createGate, type Gate } from './gate.ts';
import type { Outputs } from './outputs.ts';
import { endsWithin, fullTurn } from './timing.ts';
import { createWholeCharacters } from './whole-characters.ts';

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
    record('stdout', { source: stdout, options, gate, fail }),
    record('stderr', { source: stderr, options, gate, fail }),
  ]);
  return {
    async finish() {
      if (!(await endsWithin(closed, drainMs))) await cut([stdout, stderr], gate);
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
function record(name: StreamName, { source, options, gate, fail }: Recording): Promise<void> {
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
async function cut(sources: readonly Readable[], gate: Gate): Promise<void> {
  gate.open();
  await fullTurn();
  for (const source of sources) source.destroy();
}
