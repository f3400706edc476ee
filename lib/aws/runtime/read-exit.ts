import * as z from 'zod';
import { ok } from '#base/outcome.ts';
import { environmentNames } from '#config/env-names.ts';
import { type RunId, runId, type WorkspaceId, workspaceId } from '#model/ids.ts';
import { parseJson } from '#base/json.ts';
import { type ParseBody, parserFor } from './serve-queue.ts';

export type TaskExit =
  | {
      readonly kind: 'of-a-run';
      readonly workspaceId: WorkspaceId;
      readonly runId: RunId;
      /** The task that told of its end; absent: it was a command of ours. */
      readonly task?: StoppedTask;
    }
  /** A task of another program, or one that is still running. */
  | { readonly kind: 'of-no-concern' };

interface StoppedTask {
  readonly taskRef: string;
  /** How ECS calls the end. */
  readonly stopCode: z.infer<typeof stopCode>;
}

const stopCode = z
  .enum([
    'EssentialContainerExited',
    'InfrastructureHealth',
    'ServiceSchedulerInitiated',
    'SpotInterruption',
    'TaskFailedToStart',
    'TerminationNotice',
    'UserInitiated',
    'Unknown',
  ])
  // A code that is new to us must neither keep a worker from being accounted for nor make a new metric.
  .catch('Unknown');

const variable = z.object({ name: z.string(), value: z.string() });

const taskEvent = z.object({
  'detail-type': z.literal('ECS Task State Change'),
  detail: z.object({
    taskArn: z.string(),
    lastStatus: z.string(),
    stopCode,
    overrides: z.object({
      containerOverrides: z.array(z.object({ environment: z.array(variable).optional() })),
    }),
  }),
});

const named = z.object({ workspaceId, runId });

const readCommandOfExit = parserFor('exit');

/** Which worker is over. Events come in any order and more than once; who it was stands in what the task was given. */
export function parseTaskExit(text: string): ReturnType<ParseBody<TaskExit>> {
  const event = taskEvent.safeParse(parseJson(text));
  if (!event.success) {
    const read = readCommandOfExit(text);
    if (read.kind === 'refused') return read;
    const { workspaceId: id, command } = read.value;
    return ok({ kind: 'of-a-run', workspaceId: id, runId: command.runId });
  }
  const { lastStatus, overrides, taskArn: taskRef, stopCode: code } = event.data.detail;
  const given = new Map(
    overrides.containerOverrides
      .flatMap(({ environment = [] }) => environment)
      .map(({ name, value }) => [name, value]),
  );
  const ids = named.safeParse({
    workspaceId: given.get(environmentNames.workspace),
    runId: given.get(environmentNames.run),
  });
  return lastStatus === 'STOPPED' && ids.success
    ? ok({ kind: 'of-a-run', ...ids.data, task: { taskRef, stopCode: code } })
    : ok({ kind: 'of-no-concern' });
}
