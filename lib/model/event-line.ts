import { type Event, event } from './event.ts';
import type { RunId } from './ids.ts';

interface DamagedLine {
  readonly place: string;
  readonly text: string;
}

export interface EventLines {
  readonly events: readonly Event[];
  readonly damaged: readonly DamagedLine[];
}

/** Writes an event as one line with its newline; refuses what its reader would call damaged. */
export function formatEventLine(candidate: Event, runId: RunId): string {
  const parsed = event.safeParse(candidate);
  if (!parsed.success) throw new Error(`Not an event: ${parsed.error.message}`);
  if (parsed.data.run_id === runId) return `${JSON.stringify(parsed.data)}\n`;
  throw new Error(`The event belongs to run ${parsed.data.run_id}, this log is of run ${runId}`);
}

/** Reads the lines of one log file; what is no event of this run is reported with its place. */
export function readEventLines(text: string, runId: RunId, file: string): EventLines {
  const events: Event[] = [];
  const damaged: DamagedLine[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue;
    const read = parseLine(line);
    if (read?.run_id === runId) events.push(read);
    else damaged.push({ place: `${file}:${index + 1}`, text: line });
  }
  return { events, damaged };
}

/** Puts events in order of time; events of one time stay in the order given. */
export function orderEvents(events: readonly Event[]): Event[] {
  const keyed = events.map((entry) => ({ entry, key: timeKey(entry.ts) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  return keyed.map(({ entry }) => entry);
}

function parseLine(line: string): Event | undefined {
  try {
    return event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

// RFC 3339 leaves fractions out at will, and "Z" sorts after ".", so the texts do not compare as they are.
function timeKey(ts: string): string {
  const [seconds, fraction = ''] = ts.slice(0, -1).split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}`;
}
