import * as z from 'zod';
import { action } from '#model/decision.ts';
import { runId, timestamp, workspaceId } from '#model/ids.ts';
import { run } from '#model/run.ts';
import { sessionKind } from '#model/session.ts';
import { rowGroups } from './row-groups.ts';

/** What operators see first of a workspace, as it travels. */
export const shownWorkspace = z.object({
  id: workspaceId,
  pullRequest: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  group: z.enum(rowGroups),
  state: z.string(),
  mood: z.enum(['good', 'bad', 'unsure', 'plain']),
  action: action.nullable(),
  code: z.string().nullable(),
  reason: z.string(),
  needsHuman: z.boolean(),
  advice: z.string().nullable(),
  attempts: z.int().nonnegative(),
  attemptLimit: z.int().nonnegative().nullable(),
  usd: z.number().nonnegative(),
  since: timestamp,
  lastLookAt: timestamp.nullable(),
  nextLookAt: timestamp.nullable(),
  session: z.object({ id: runId, kind: sessionKind }).nullable(),
});

/** An operator stopped all fixing of an installation. */
export const shownPause = z.object({
  installation: z.string(),
  by: z.string(),
  at: timestamp,
});

/** A run of a workspace in one line. */
export const shownRun = z.object({
  id: runId,
  kind: run.shape.kind,
  status: run.shape.status,
  headSha: run.shape.headSha,
  startedAt: timestamp,
  finishedAt: timestamp.nullable(),
  usd: z.number().nonnegative(),
});
