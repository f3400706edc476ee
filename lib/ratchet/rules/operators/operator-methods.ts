import * as z from 'zod';
import { method } from '#base/method.ts';
import { runId, timestamp, workspaceId } from '#model/ids.ts';
import { runReport } from '#model/run-report.ts';
import { transition } from '#model/transition.ts';
import { workspaceState } from '#model/workspace.ts';
import { minuteMs } from '#base/durations.ts';
import { shownPause, shownRun, shownWorkspace } from './shown.ts';

const ofWorkspace = { id: workspaceId.describe('The workspace.') };
const commitName = z.string().regex(/^[\da-f]{7,40}$/);
const who = z.string().min(1).max(100).describe('Who asks, for the log.');

/** What operators order about one pull request; answers to questions are given where they were asked. */
const operatorOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['on', 'off', 'retry', 'stop', 'release']) }),
  z.object({ kind: z.literal('vouch'), commit: commitName.describe('The head.') }),
  z.object({
    kind: z.literal('hold'),
    milliseconds: z
      .int()
      .min(minuteMs)
      .max(24 * 60 * minuteMs),
  }),
]);
export type OperatorOrder = z.infer<typeof operatorOrder>;

/** What operators ask and order of a control plane; an order is logged with who gave it. */
export const operatorMethods = {
  workspaces: method('workspaces', {
    parameters: ['after'],
    request: z.object({
      after: workspaceId.exactOptional().describe('Those after this one; absent: from the first.'),
    }),
    response: z.object({
      now: timestamp,
      pauses: z.array(shownPause).readonly(),
      rows: z.array(shownWorkspace).readonly(),
      next: workspaceId.nullable().describe('There are more after this one.'),
    }),
  }),
  find: method('find', {
    parameters: ['pullRequest'],
    request: z.object({
      pullRequest: z.string().max(2_000).describe('As a person wrote it.'),
    }),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('found'), state: workspaceState }),
      z.object({ kind: z.literal('none'), sentence: z.string() }),
    ]),
  }),
  transitions: method('transitions', {
    request: z.object({
      ...ofWorkspace,
      limit: z.int().min(1).max(500).describe('At most so many.'),
      beforeRev: z.int().positive().exactOptional().describe('Older than this one.'),
    }),
    response: z.array(transition).readonly(),
  }),
  runs: method('runs', {
    parameters: ['id', 'limit'],
    request: z.object({
      ...ofWorkspace,
      limit: z.int().min(1).max(200).describe('At most so many.'),
    }),
    response: z.array(shownRun).readonly(),
  }),
  run: method('run', {
    parameters: ['runId'],
    request: z.object({ runId: runId.describe('The run.') }),
    response: runReport.nullable().transform((found) => found ?? undefined),
  }),
  artifact: method('artifact', {
    parameters: ['runId', 'name'],
    request: z.object({
      runId: runId.describe('The run.'),
      name: z.string().max(1_000).describe('What was kept of it under this name.'),
    }),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('found'), text: z.string() }),
      z.object({ kind: z.literal('none'), names: z.array(z.string()).readonly() }),
    ]),
  }),
  order: method('order', {
    isOrder: true,
    request: z.object({
      ...ofWorkspace,
      order: operatorOrder,
      by: who,
      orderId: z.string().min(8).max(100).describe('The same one is obeyed once.'),
    }),
    response: z.object({
      kind: z.enum(['obeyed', 'refused']),
      sentence: z.string().describe('What was done, or why not.'),
    }),
  }),
  pause: method('pause', {
    isOrder: true,
    parameters: ['by'],
    request: z.object({ by: who }),
    response: z.object({
      installations: z.int().nonnegative().describe('That are paused now.'),
      live: z.int().nonnegative().describe('Sessions that may still finish.'),
    }),
  }),
  resume: method('resume', {
    isOrder: true,
    parameters: ['by'],
    request: z.object({ by: who }),
    response: z.object({ pauses: z.int().nonnegative().describe('That were ended.') }),
  }),
};

const check = z.object({
  name: z.string().describe('What was looked at.'),
  ok: z.boolean(),
  told: z.string().describe('What was seen, in one sentence.'),
  todo: z.string().nullable().describe('What to do; null: nothing.'),
});
/** One thing that was looked at, and how it is. */
export type Check = z.infer<typeof check>;

const probe = z.string().regex(/^doctor-[a-z0-9-]{8,50}$/);

/** What operators ask of a deployment as such. */
export const stackMethods = {
  about: method('about', {
    parameters: [],
    request: z.object({}),
    response: z.object({
      stage: z.string(),
      webhookUrl: z.string().describe('Where GitHub sends its webhooks.'),
      githubApiUrl: z.string().describe('The GitHub it works with.'),
      secrets: z
        .object({ github: z.string(), models: z.string(), broker: z.string() })
        .describe('The ARN of each secret.'),
    }),
  }),
  health: method('health', {
    parameters: ['probe'],
    request: z.object({ probe: probe.describe('Names what is written to be read again.') }),
    response: z.array(check).readonly(),
  }),
  launchProbe: method('launch-probe', {
    parameters: ['probe'],
    request: z.object({ probe: probe.describe('The same one is launched once.') }),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('launched'), taskRef: z.string() }),
      z.object({ kind: z.enum(['later', 'refused']), reason: z.string() }),
    ]),
  }),
  worker: method('worker', {
    parameters: ['taskRef'],
    request: z.object({ taskRef: z.string().min(1).max(300) }),
    response: z.discriminatedUnion('kind', [
      z.object({ kind: z.enum(['alive', 'unknown']) }),
      z.object({
        kind: z.literal('stopped'),
        reason: z.string(),
        exitCode: z.int().exactOptional(),
      }),
    ]),
  }),
};

type Methods = typeof operatorMethods & typeof stackMethods;
export type OperatorRequest<Name extends keyof Methods> = z.output<Methods[Name]['request']>;
export type OperatorResponse<Name extends keyof Methods> = z.output<Methods[Name]['response']>;
