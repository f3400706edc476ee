import * as z from 'zod';
import { artifactKey } from '#model/artifact.ts';
import { event } from '#model/event.ts';
import { runId, sha256, timestamp, workerId } from '#model/ids.ts';
import { verb } from '#base/verb.ts';

const largest = 512 * 1024 * 1024;

const storedBytes = z.object({
  sha256: sha256.describe('Digest of the bytes.'),
  sizeBytes: z.int().nonnegative().max(largest).describe('How many there are.'),
});

const grant = z.object({
  method: z.enum(['GET', 'PUT']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: timestamp,
});

const expiresInMs = z.int().positive().describe('How long it is wanted for; it may be given less.');

/** Bytes go past the broker, by grants that it gives for one transfer each; events go through it. */
export const byteVerbs = {
  presignPut: verb('presign-put', {
    asked: z.object({ key: artifactKey, bytes: storedBytes, expiresInMs }),
    told: grant,
  }),
  presignGet: verb('presign-get', {
    asked: z.object({ key: artifactKey, expiresInMs }),
    told: grant,
  }),
  describe: verb('describe-artifact', {
    asked: z.object({ key: artifactKey }),
    told: storedBytes.extend({ sizeBytes: z.int().nonnegative() }).optional(),
  }),
  appendEvents: verb('append-events', {
    asked: z.object({
      runId: runId.describe('The run.'),
      workerId: workerId.describe('Whose log it is.'),
      number: z.int().positive().max(999_999).describe('Position in this log, from 1.'),
      events: z.array(event).min(1).readonly().describe('What happened, in its order.'),
    }),
    told: z.literal('stored'),
  }),
};
