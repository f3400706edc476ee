import { type Event, event } from './event.ts';
import type { RunId } from './ids.ts';

/** Writes an event as one line with its newline; refuses what is no event of the run. */
export function formatEventLine(candidate: Event, runId: RunId): string {
  const parsed = event.safeParse(candidate);
  if (!parsed.success) throw new Error(`Not an event: ${parsed.error.message}`);
  if (parsed.data.run_id === runId) return `${JSON.stringify(parsed.data)}\n`;
  throw new Error(`The event belongs to run ${parsed.data.run_id}, this log is of run ${runId}`);
}
