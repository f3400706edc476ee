import { readProcText } from './process-table.ts';

/**
 * What a supervisor needs beside the files it owns: to give folders away, to read and remove in them what was locked, to
 * end what runs there, and to become that user.
 */
const needed = { CHOWN: 0, DAC_OVERRIDE: 1, KILL: 5, SETGID: 6, SETUID: 7 };

/** Why another user would not be kept apart from us, as a sentence; undefined: nothing lacks, and we have no more than that. */
export function whatRightsLack(): string | undefined {
  const status = readProcText('/proc/self/status');
  const mask = (field: string): bigint =>
    BigInt(`0x${new RegExp(`^${field}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1] ?? '0'}`);
  const wanted = Object.values(needed).reduce((sum, bit) => sum | (1n << BigInt(bit)), 0n);
  const names = Object.keys(needed).join(', ');
  if (process.getuid?.() !== 0) return `The supervisor must run as root with ${names} alone.`;
  if ((mask('CapEff') & wanted) !== wanted)
    return `The supervisor needs the capabilities ${names}.`;
  const isBound = mask('CapBnd') === wanted && /^NoNewPrivs:\s*1$/m.test(status);
  if (isBound) return undefined;
  return `The supervisor has more rights than ${names}; start it by the entry point of its image.`;
}
