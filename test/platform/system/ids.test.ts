import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createIds } from '#platform/system/ids.ts';
import { runId, workerId } from '#model/ids.ts';

describe('createIds', () => {
  it('makes run ids that sort by the time of their making', () => {
    const times = fc.uniqueArray(fc.integer({ min: 0, max: 2 ** 50 - 1 }), { minLength: 2 });
    fc.assert(
      fc.property(times, (made) => {
        const inOrder = made.toSorted((a, b) => a - b);
        const ids = inOrder.map((at) => createIds({ clock: standingAt(at) }).runId());
        expect(ids.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(ids);
      }),
    );
  });

  it('writes time and randomness into a run id', () => {
    const ids = createIds({ clock: standingAt(0x1f_ff), randomBytes: countingBytes });
    expect(ids.runId()).toBe('run-00000007zz-yz0123456789abcd');
    expect(ids.workerId()).toBe('worker-yz0123456789abcd');
  });

  it('keeps to the alphabet and length of ids', () => {
    for (const now of [0, Date.UTC(2026, 0, 1), Date.UTC(9999, 0, 1)]) {
      const ids = createIds({ clock: standingAt(now) });
      expect(runId.safeParse(ids.runId()).success).toBe(true);
      expect(workerId.safeParse(ids.workerId()).success).toBe(true);
      // A token also serves as the client token of ECS: at most 64 characters.
      expect(ids.token()).toMatch(/^[0-9a-z]{26}$/);
    }
  });

  it('makes no id twice, also at one moment', () => {
    const ids = createIds({ clock: standingAt(1) });
    const made = Array.from({ length: 2_000 }, () => [ids.runId(), ids.workerId(), ids.token()]);
    expect(new Set(made.flat()).size).toBe(6_000);
  });
});

function standingAt(now: number) {
  return { now: () => now };
}

function countingBytes(count: number): Uint8Array {
  return Uint8Array.from({ length: count }, (_, index) => index + 30);
}
