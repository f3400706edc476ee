import * as z from 'zod';
import { artifactKey } from '#model/artifact.ts';
import { usd } from '#model/cost.ts';
import { event } from '#model/event.ts';
import { runId, sha256, timestamp, workerId } from '#model/ids.ts';
import { run } from '#model/run.ts';
import { runBrief } from '#model/run-brief.ts';
import { limitJson, longestSummary } from './bounds.ts';
import { baselineMethods, runMethods } from './run-methods.ts';
import { workerMethod } from './worker-method.ts';

const checkout = z.object({
  url: z.string().describe('Where the code can be fetched.'),
  token: z.string().exactOptional().describe('May read it, and nothing else.'),
});

/** The first request of a worker, with a capability, and its last one. */
const session = {
  start: workerMethod('start', {
    runs: () => [],
    parameters: ['nonce'],
    request: z.object({
      nonce: z.string().min(16).max(200).describe('A word that only this worker knows.'),
    }),
    response: z.object({
      secret: z.string().describe('The token of all further requests.'),
      run: run.describe('The run.'),
      brief: runBrief.describe('What is to be done.'),
      fence: z.int().nonnegative().describe('The number of the worker.'),
      deadline: timestamp.describe('When the worker is stopped.'),
      checkout: checkout.describe('The code.'),
    }),
  }),
  finish: workerMethod('finish', {
    isLast: true,
    runs: ({ changeset }) => (changeset === undefined ? [] : [changeset.runId]),
    request: z.object({
      summary: limitJson(z.record(z.string(), z.json()), longestSummary).describe(
        'What the run amounted to.',
      ),
      status: z.enum(['succeeded', 'failed']).describe('How it ended.'),
      costUsd: usd.max(1_000_000).describe('What it cost.'),
      changeset: artifactKey.exactOptional().describe('What it wants on the branch.'),
      question: z
        .string()
        .max(20_000)
        .exactOptional()
        .describe('The question that a plan needs answered.'),
    }),
    response: z.literal('accepted'),
  }),
};

const largestArtifact = 512 * 1024 * 1024;

const storedBytes = z.object({
  sha256: sha256.describe('Digest of the bytes.'),
  sizeBytes: z.int().nonnegative().max(largestArtifact).describe('How many there are.'),
});

const grant = z.object({
  method: z.enum(['GET', 'PUT']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  expiresAt: timestamp,
});

const expiresInMs = z
  .int()
  .positive()
  .describe('How long the grant should last; it may last less.');

/** Bytes go past the broker, by grants for one transfer each. The broker decides which artifacts may be read. */
const artifacts = {
  presignPut: workerMethod('presign-put', {
    runs: ({ key }) => [key.runId],
    parameters: ['key', 'bytes', 'expiresInMs'],
    request: z.object({ key: artifactKey, bytes: storedBytes, expiresInMs }),
    response: grant,
  }),
  presignGet: workerMethod('presign-get', {
    runs: () => [],
    parameters: ['key', 'expiresInMs'],
    request: z.object({ key: artifactKey, expiresInMs }),
    response: grant,
  }),
  describe: workerMethod('describe-artifact', {
    runs: () => [],
    parameters: ['key'],
    request: z.object({ key: artifactKey }),
    response: storedBytes.extend({ sizeBytes: z.int().nonnegative() }).optional(),
  }),
};

/** Events go through the broker. */
const events = {
  append: workerMethod('append-events', {
    runs: (given) => [given.runId, ...given.events.map((one) => one.run_id)],
    request: z.object({
      runId: runId.describe('The run.'),
      workerId: workerId.describe('Whose log it is.'),
      number: z.int().positive().max(999_999).describe('Position in this log, from 1.'),
      events: z.array(event).min(1).readonly().describe('What happened, in its order.'),
    }),
    response: z.literal('stored'),
  }),
};

const microDollars = z.int().nonnegative().max(1e12);
const attempt = z
  .string()
  .max(300)
  .describe('The account of an attempt of this run; the broker adds the other accounts that pay.');

const budget = z.enum(['attempt', 'pullRequest', 'month']);
const balance = z.object({ limit: z.int(), spent: z.int(), reserved: z.int() });

/** The ledger, as the gateway beside a worker uses it. */
const spending = {
  // A response that was lost leaves a reservation to its expiry; a second one would hold as much again.
  reserve: workerMethod('reserve', {
    runs: () => [],
    once: true,
    request: z.object({ attempt, amount: microDollars.describe('What the request may cost.') }),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('reserved'), id: z.string() }),
      z.object({ kind: z.enum(['held', 'spent']), budget }),
    ]),
  }),
  settle: workerMethod('settle', {
    runs: () => [],
    request: z.object({
      id: z.string().max(2_000).describe('The reservation.'),
      amount: microDollars.describe('What it came to.'),
      credential: z
        .string()
        .max(200)
        .optional()
        .describe('The credential of the gateway; without it the amount is capped.'),
    }),
    response: z.literal('settled').transform(() => undefined),
  }),
  balance: workerMethod('balance', {
    runs: () => [],
    request: z.object({ attempt }),
    response: z.object({ attempt: balance, pullRequest: balance, month: balance }),
  }),
};

/** All that a worker may ask of the broker. The client of workers and the broker are derived from it. */
export const workerProtocol = {
  session,
  runs: { ...runMethods, ...baselineMethods },
  artifacts,
  events,
  spending,
};
