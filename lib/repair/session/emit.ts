import type { Event } from '#model/event.ts';
import type { Task } from '#model/task.ts';
import type { SessionContext, RepairServices } from './session.ts';

export interface SessionEvent {
  readonly type: string;
  readonly level?: Event['level'];
  readonly task?: Pick<Task, 'id' | 'attemptNo' | 'tool'>;
  readonly payload?: Event['payload'];
}

/** Writes down what happened in a session. */
export async function emit(
  { events, clock }: RepairServices,
  { run }: SessionContext,
  { type, level = 'info', task, payload = {} }: SessionEvent,
): Promise<void> {
  await events.emit({
    schema_version: 1,
    ts: new Date(clock.now()).toISOString(),
    run_id: run.id,
    level,
    event_type: type,
    ...(task && { task_id: task.id, tool: task.tool, attempt_id: `${task.id}/${task.attemptNo}` }),
    payload,
  });
}
