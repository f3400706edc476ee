import { fstatSync, readSync, writeSync } from 'node:fs';

/**
 * Appends one line by one write, which several processes may do at once to a file opened for appending.
 * Synchronous, so that lines keep the order of their calls without a queue.
 */
export function appendLine(descriptor: number, line: string): void {
  const bytes = Buffer.from(endsTorn(descriptor) ? `\n${line}` : line);
  const written = writeSync(descriptor, bytes);
  if (written === bytes.length) return;
  throw new Error(`Only ${written} of ${bytes.length} bytes could be appended; is the disk full?`);
}

// A process that died in the middle of its line must not take the next line with it.
function endsTorn(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(descriptor, last, 0, 1, size - 1);
  return last.toString() !== '\n';
}
