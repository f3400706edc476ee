import type { S3Client } from '@aws-sdk/client-s3';
import { type EventLines, orderEvents, readEventLines } from '#model/event-line.ts';
import type { RunId } from '#model/ids.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { EventReader } from '#repair/needs/events.ts';
import { getObject } from './s3-objects.ts';
import { listSegments, type SegmentKey } from './s3-segments.ts';

export interface S3EventReaderDeps {
  readonly client: S3Client;
  readonly bucket: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** Reads the events of all workers of a run, ordered by time, then worker, then line. */
export function createS3EventReader(deps: S3EventReaderDeps): EventReader {
  return {
    async read(runId) {
      const segments = await listSegments(deps.client, { bucket: deps.bucket, runId });
      const lines: EventLines[] = [];
      for (let start = 0; start < segments.length; start += atOnce) {
        const group = segments.slice(start, start + atOnce);
        lines.push(...(await Promise.all(group.map((one) => readSegment(deps, runId, one)))));
      }
      const events = orderEvents(lines.flatMap((segment) => segment.events));
      return { events, damaged: lines.flatMap((segment) => segment.damaged) };
    },
  };
}

const atOnce = 16;

async function readSegment(
  deps: S3EventReaderDeps,
  runId: RunId,
  segment: SegmentKey,
): Promise<EventLines> {
  const bytes = (await getObject(deps, segment.key)) ?? new Uint8Array();
  return readEventLines(Buffer.from(bytes).toString(), runId, segment.key);
}
