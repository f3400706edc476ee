import { paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import type { RunId, WorkerId } from '#model/ids.ts';
import type { StoredBytes } from '#model/needs/artifacts.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Ids } from '#model/needs/ids.ts';
import { digestOf, headObject, putObjectOnce } from './s3-objects.ts';

export interface SegmentDeps {
  readonly client: S3Client;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly ids: Pick<Ids, 'token'>;
}

export interface SegmentOwner {
  readonly bucket: string;
  readonly runId: RunId;
  readonly workerId: WorkerId;
}

export interface SegmentWriter {
  /** True while a segment is begun and not yet known to be stored. */
  pending(): boolean;
  begin(text: string): void;
  /** Stores the begun segment; after a failure it goes on with the same bytes under the same number. */
  store(): Promise<void>;
}

export interface SegmentKey {
  readonly key: string;
  readonly worker: string;
  readonly number: number;
}

/** Writes one worker's segments under the next free numbers, each once, whatever answers are lost. */
export function createSegmentWriter(deps: SegmentDeps, owner: SegmentOwner): SegmentWriter {
  const place = { client: deps.client, clock: deps.clock, bucket: owner.bucket };
  const writer = deps.ids.token();
  let number = 1;
  let begun: Uint8Array | undefined;

  const isOurs = async (key: string, bytes: StoredBytes) => {
    const found = await headObject(place, key);
    return found?.sha256 === bytes.sha256 && found.metadata['writer'] === writer;
  };
  return {
    pending: () => begun !== undefined,
    begin(text) {
      begun = Buffer.from(text);
    },
    async store() {
      while (begun !== undefined) {
        const body = begun;
        const key = segmentKey(owner, number);
        const object = {
          key,
          bytes: await digestOf([body]),
          metadata: { writer },
          body: () => body,
        };
        const outcome = await putObjectOnce(place, object);
        if (outcome === 'stored' || (await isOurs(key, object.bytes))) {
          begun = undefined;
          number += 1;
        } else {
          number = await numberAfter(owner, deps.client, number);
        }
      }
    },
  };
}

/** Lists the segments of a run, or of one worker, in order of worker and number. */
export async function listSegments(
  client: S3Client,
  owner: Pick<SegmentOwner, 'bucket' | 'runId'> & Partial<SegmentOwner>,
): Promise<SegmentKey[]> {
  const folder = `runs/${owner.runId}/events/`;
  const prefix = owner.workerId === undefined ? folder : `${folder}${owner.workerId}/`;
  const found: SegmentKey[] = [];
  const pages = paginateListObjectsV2({ client }, { Bucket: owner.bucket, Prefix: prefix });
  for await (const page of pages) {
    for (const { Key: key = '' } of page.Contents ?? []) {
      const [, worker = key, digits] = /([^/]+)\/(\d+)\.jsonl$/.exec(key) ?? [];
      found.push({ key, worker, number: Number(digits ?? 0) });
    }
  }
  return found.toSorted(byWorkerAndNumber);
}

function byWorkerAndNumber(a: SegmentKey, b: SegmentKey): number {
  if (a.worker === b.worker) return a.number - b.number;
  return a.worker < b.worker ? -1 : 1;
}

/** Where a segment lies, and where readers look for it. */
export function segmentKey(owner: Omit<SegmentOwner, 'bucket'>, number: number): string {
  const name = `${String(number).padStart(6, '0')}.jsonl`;
  return `runs/${owner.runId}/events/${owner.workerId}/${name}`;
}

// An earlier life of the worker may have left hundreds of segments; trying each number would take minutes.
async function numberAfter(owner: SegmentOwner, client: S3Client, number: number): Promise<number> {
  const last = (await listSegments(client, owner)).at(-1);
  return Math.max(number, last?.number ?? 0) + 1;
}
