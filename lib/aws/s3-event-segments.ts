import type { EventSegments } from '#worker/needs/event-segments.ts';
import { digestOf, headObject, putObjectOnce, type S3Place } from './s3-objects.ts';
import { segmentKey } from './s3-segments.ts';

/** Keeps segments that others have numbered, each once, where the reader of events looks for them. */
export function createS3EventSegments(place: S3Place): EventSegments {
  return {
    async store({ text, number, ...owner }) {
      const body = Buffer.from(text);
      const key = segmentKey(owner, number);
      const bytes = await digestOf([body]);
      const outcome = await putObjectOnce(place, { key, bytes, body: () => body });
      if (outcome === 'stored') return 'stored';
      const found = await headObject(place, key);
      return found?.sha256 === bytes.sha256 ? 'stored' : 'taken';
    },
  };
}
