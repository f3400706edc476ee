import { randomBytes } from 'node:crypto';
import { runId, workerId } from '#model/ids.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Ids } from '#model/needs/ids.ts';

// Crockford's alphabet: ascending in ASCII, so texts of one length sort like the numbers they write.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeLength = 10;

export interface IdsDeps {
  readonly clock: TimeSource;
  readonly randomBytes?: (count: number) => Uint8Array;
}

/** Makes ids that no other process makes; run ids sort by the time of their making. */
export function createIds(deps: IdsDeps): Ids {
  const random = (length: number) => randomText(deps.randomBytes ?? randomBytes, length);
  return {
    runId: () => runId.parse(`run-${timeText(deps.clock.now())}-${random(16)}`),
    workerId: () => workerId.parse(`worker-${random(16)}`),
    token: () => random(26),
  };
}

function timeText(milliseconds: number): string {
  let text = '';
  let rest = Math.floor(milliseconds);
  while (text.length < timeLength) {
    text = symbol(rest % alphabet.length) + text;
    rest = Math.floor(rest / alphabet.length);
  }
  return text;
}

// 256 is a multiple of 32, so the low five bits of a random byte are evenly random.
function randomText(source: (count: number) => Uint8Array, length: number): string {
  return Array.from(source(length), (byte) => symbol(byte % alphabet.length)).join('');
}

function symbol(index: number): string {
  return alphabet.charAt(index);
}
