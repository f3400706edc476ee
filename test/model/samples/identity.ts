import type * as idsModule from '#model/ids.ts';
import type { SamplesOf } from './sample.ts';

const anId = [
  { valid: 'run-1', refused: { '': '' } },
  { valid: 'A', refused: { '': '-starts-with-a-dash' } },
  { valid: 'x'.repeat(64), refused: { '': 'x'.repeat(65) } },
  { valid: '0.a_b:c-d', refused: { '': 'has space' } },
  { valid: 'ends', refused: { '': 'ends\n' } },
  { valid: 'plain', refused: { '': 'a/b' } },
  { valid: '7', refused: { '': 7 } },
] as const;

export const ids = {
  workspaceId: anId,
  runId: anId,
  taskId: anId,
  findingId: anId,
  workerId: anId,
  installationId: anId,
  sha: [
    { valid: 'a'.repeat(40), refused: { '': 'a'.repeat(39) } },
    { valid: '0'.repeat(64), refused: { '': '0'.repeat(50) } },
    { valid: '0123456789abcdef'.repeat(4), refused: { '': 'A'.repeat(40) } },
  ],
  sha256: [
    { valid: 'f'.repeat(64), refused: { '': 'f'.repeat(40) } },
    { valid: '9'.repeat(64), refused: { '': 'g'.repeat(64) } },
  ],
  timestamp: [
    { valid: 0, refused: { '': -1 } },
    { valid: 1_800_000_000_000, refused: { '': 1.5 } },
    { valid: 1, refused: { '': '2027-01-15' } },
  ],
} satisfies SamplesOf<typeof idsModule>;
