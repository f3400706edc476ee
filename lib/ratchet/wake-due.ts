import type { WorkspaceId } from '#model/ids.ts';
import type { Message } from '#model/message.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { Queue } from './needs/queue.ts';
import type { WorkspaceStore } from './needs/workspace-store.ts';

export interface WakeDueDeps {
  readonly workspaces: WorkspaceStore;
  readonly queue: Queue;
  readonly clock: TimeSource;
  readonly metrics: Metrics;
}

/** A message that gets lost makes its workspaces due again by itself. */
const lostAfterMs = 2 * 60_000;
const atOnce = 1_000;
const inOneMessage = 50;

/** Queues every workspace that is due, those of one repository together. */
export async function wakeDue({ workspaces, queue, clock, metrics }: WakeDueDeps): Promise<number> {
  const now = clock.now();
  const due = await workspaces.listDue({ now, limit: atOnce });
  const taken: WorkspaceId[] = [];
  for (const one of due) {
    const outcome = await workspaces.postpone(one, now + lostAfterMs);
    if (outcome === 'postponed') taken.push(one.id);
  }
  const messages = lookMessages(taken);
  if (messages.length > 0) await queue.send(messages);
  metrics.gauge('workspaces_due', taken.length);
  // What is due is listed the oldest first.
  metrics.duration('oldest_due_age', Math.max(0, now - (due[0]?.dueAt ?? now)));
  return taken.length;
}

/** The id of a workspace names its repository before the last colon. */
export function lookMessages(ids: readonly WorkspaceId[]): readonly Message[] {
  const groups = Map.groupBy(ids, (id) => id.slice(0, Math.max(0, id.lastIndexOf(':'))));
  return [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / inOneMessage) }, (_, index): Message => {
      const start = index * inOneMessage;
      const workspaceIds = group.slice(start, start + inOneMessage);
      return { kind: 'look', schemaVersion: 1, workspaceIds };
    }),
  );
}
