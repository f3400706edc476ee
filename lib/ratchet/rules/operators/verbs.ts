import * as z from 'zod';
import { verb } from '#base/verb.ts';
import { runId, timestamp, workspaceId } from '#model/ids.ts';
import { runReport } from '#model/run-report.ts';
import { transition } from '#model/transition.ts';
import { workspaceState } from '#model/workspace.ts';
import { shownPause, shownRun, shownWorkspace } from './shown.ts';

const ofWorkspace = { id: workspaceId.describe('The workspace.') };
const who = z.string().min(1).max(100).describe('Who asks, for the log.');
const minuteMs = 60_000;

/** What operators order about one pull request; answers to questions are given where they were asked. */
const operatorOrder = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['on', 'off', 'retry', 'stop', 'release']) }),
  z.object({
    kind: z.literal('hold'),
    milliseconds: z
      .int()
      .min(minuteMs)
      .max(24 * 60 * minuteMs),
  }),
]);
export type OperatorOrder = z.infer<typeof operatorOrder>;

/** What operators ask and tell a control plane, wherever it runs. */
export const operatorVerbs = {
  workspaces: verb('workspaces', {
    asked: z.object({
      after: workspaceId.exactOptional().describe('Those after this one; absent: from the first.'),
    }),
    told: z.object({
      now: timestamp,
      pauses: z.array(shownPause).readonly(),
      rows: z.array(shownWorkspace).readonly(),
      next: workspaceId.nullable().describe('There are more after this one.'),
    }),
  }),
  find: verb('find', {
    asked: z.object({
      pullRequest: z.string().max(2_000).describe('As a person wrote it.'),
    }),
    told: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('found'), state: workspaceState }),
      z.object({ kind: z.literal('none'), sentence: z.string() }),
    ]),
  }),
  transitions: verb('transitions', {
    asked: z.object({
      ...ofWorkspace,
      limit: z.int().min(1).max(500).describe('At most so many.'),
      beforeRev: z.int().positive().exactOptional().describe('Older than this one.'),
    }),
    told: z.array(transition).readonly(),
  }),
  runs: verb('runs', {
    asked: z.object({
      ...ofWorkspace,
      limit: z.int().min(1).max(200).describe('At most so many.'),
    }),
    told: z.array(shownRun).readonly(),
  }),
  run: verb('run', {
    asked: z.object({ runId: runId.describe('The run.') }),
    told: runReport.nullable(),
  }),
  order: verb('order', {
    asked: z.object({
      ...ofWorkspace,
      order: operatorOrder,
      by: who,
      orderId: z.string().min(8).max(100).describe('The same one is obeyed once.'),
    }),
    told: z.object({
      kind: z.enum(['obeyed', 'refused']),
      sentence: z.string().describe('What was done, or why not.'),
    }),
  }),
  pause: verb('pause', {
    asked: z.object({ by: who }),
    told: z.object({
      installations: z.int().nonnegative().describe('That are paused now.'),
      live: z.int().nonnegative().describe('Sessions that may still finish.'),
    }),
  }),
  resume: verb('resume', {
    asked: z.object({ by: who }),
    told: z.object({ pauses: z.int().nonnegative().describe('That were ended.') }),
  }),
};

type Verbs = typeof operatorVerbs;
export type AskedOf<Name extends keyof Verbs> = z.output<Verbs[Name]['asked']>;
export type ToldOf<Name extends keyof Verbs> = z.output<Verbs[Name]['told']>;
