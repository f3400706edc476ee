import { GetObjectCommand, ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3';
import { type Event, event } from '#model/event.ts';
import type { RunId } from '#model/ids.ts';

export interface EventReading {
  /** In order of time; those of one time as they were written. */
  readonly events: readonly Event[];
  /** Lines that are no event of the run. */
  readonly damaged: readonly string[];
}

/** Reads what a log of events wrote. */
export function readEvents(text: string, runId: RunId): EventReading {
  const events: Event[] = [];
  const damaged: string[] = [];
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const read = parseLine(line);
    if (read?.run_id === runId) events.push(read);
    else damaged.push(line);
  }
  return { events: events.toSorted((a, b) => Date.parse(a.ts) - Date.parse(b.ts)), damaged };
}

/** Reads the segments of all workers of a run. */
export async function readSegments(
  client: S3Client,
  bucket: string,
  runId: RunId,
): Promise<EventReading> {
  const listed = await client.send(
    new ListObjectsV2Command({ Bucket: bucket, Prefix: `runs/${runId}/events/` }),
  );
  const texts = (listed.Contents ?? []).map(async ({ Key }) => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }));
    return Body?.transformToString();
  });
  return readEvents((await Promise.all(texts)).join(''), runId);
}

function parseLine(line: string): Event | undefined {
  try {
    return event.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
