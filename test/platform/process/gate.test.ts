import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createGate } from '#platform/process/capture.ts';

/** Two endless streams, and a disk that writes only when told to. */
function readBoth() {
  const sources = [new PassThrough(), new PassThrough()];
  const writes: (() => void)[] = [];
  const failures: unknown[] = [];
  const gate = createGate(sources, (error) => failures.push(error));
  let read = 0;
  for (const source of sources) {
    source.on('data', () => {
      read += 1;
      gate.hold(new Promise<void>((resolve) => writes.push(resolve)));
    });
  }
  return {
    gate,
    failures,
    readCount: () => read,
    async offer(chunks: number) {
      for (let count = 0; count < chunks; count += 1) sources[count % 2]?.write('chunk');
      await turn();
    },
    async writeAll() {
      for (const finish of writes.splice(0)) finish();
      await turn();
    },
  };
}

describe('the gate between reading and writing', () => {
  it('reads no more than sixteen chunks ahead of the disk, and goes on when it is done', async () => {
    const both = readBoth();
    await both.offer(40);
    expect(both.readCount()).toBe(16);
    await both.offer(40);
    expect(both.readCount()).toBe(16);
    await both.writeAll();
    expect(both.readCount()).toBe(32);
  });

  it('reads all that waits once it is opened', async () => {
    const both = readBoth();
    await both.offer(40);
    both.gate.open();
    await turn();
    expect(both.readCount()).toBe(40);
  });

  it('reports a write that failed and does not wait for it', async () => {
    const { gate, failures } = readBoth();
    gate.hold(Promise.reject(new Error('full')));
    await turn();
    expect(failures).toEqual([new Error('full')]);
  });
});
