import type { EventSegments } from '#worker/needs/event-segments.ts';
import { digestBody, headObject, putObjectOnce, type S3Place } from './s3-objects.ts';

/** Keeps segments that others have numbered, each once, as `runs/<run>/events/<worker>/<number>.jsonl`. */
export function createS3EventSegments(place: S3Place): EventSegments {
  return {
    async store({ text, number, runId, workerId }) {
      const body = Buffer.from(text);
      const key = `runs/${runId}/events/${workerId}/${String(number).padStart(6, '0')}.jsonl`;
      const bytes = digestBody(body);
      const outcome = await putObjectOnce(place, { key, bytes, body });
      if (outcome === 'stored') return 'stored';
      const found = await headObject(place, key);
      return found?.sha256 === bytes.sha256 ? 'stored' : 'taken';
    },
  };
}
