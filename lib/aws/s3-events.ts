import type { S3Client } from '@aws-sdk/client-s3';
import { formatEventLine } from '#model/event-line.ts';
import type { RunId, WorkerId } from '#model/ids.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { EventLog } from '#repair/needs/events.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { Log } from '#base/needs/log.ts';
import { createDrainSchedule } from './drain-schedule.ts';
import { createSegmentWriter } from './s3-segments.ts';

export interface S3EventLogDeps {
  readonly client: S3Client;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly ids: Pick<Ids, 'token'>;
  readonly log: Pick<Log, 'warn'>;
}

export interface S3EventLogOptions {
  readonly bucket: string;
  readonly runId: RunId;
  readonly workerId: WorkerId;
}

/**
 * Writes the events of one worker as numbered segments, because S3 cannot append. Events wait in memory for
 * at most five seconds or 256 KiB; what S3 refuses stays there and is sent again.
 */
export function createS3EventLog(deps: S3EventLogDeps, options: S3EventLogOptions): EventLog {
  const segments = createSegmentWriter(deps, options);
  const lines = createLineBuffer();
  const schedule = createDrainSchedule(deps.clock, {
    everyMs: flushAfterMs,
    onFailure: (error) => deps.log.warn('events wait for S3', { runId: options.runId, error }),
    isEmpty: () => lines.bytes() === 0 && !segments.pending(),
    async drainSome() {
      if (!segments.pending()) segments.begin(lines.take());
      await segments.store();
    },
  });
  let closed = false;
  return {
    async emit(event) {
      if (closed) throw new Error(`The event log of run ${options.runId} is closed`);
      lines.add(formatEventLine(event, options.runId));
      schedule.soon();
      // In an outage the schedule goes on by itself and slows no event down.
      if (lines.bytes() < flushBytes || schedule.failing()) return;
      await schedule.now().catch(() => undefined);
    },
    flush: () => schedule.now(),
    async close() {
      closed = true;
      schedule.stop();
      await schedule.now();
    },
  };
}

const flushBytes = 256 * 1024;
const flushAfterMs = 5_000;
const mostWaitingBytes = 16 * 2 ** 20;

function createLineBuffer() {
  let lines: string[] = [];
  let bytes = 0;
  return {
    bytes: () => bytes,
    add(line: string) {
      if (bytes >= mostWaitingBytes) {
        throw new Error(`The event is not accepted: ${bytes} bytes of events wait for S3`);
      }
      lines.push(line);
      bytes += Buffer.byteLength(line);
    },
    take() {
      const text = lines.join('');
      lines = [];
      bytes = 0;
      return text;
    },
  };
}
