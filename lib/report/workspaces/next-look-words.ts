import { span } from '#base/moment.ts';

/** When something is looked at again, as seen now. */
export function nextLookWords(nextLookAt: number | null, now: number): string {
  if (nextLookAt === null) return 'when woken';
  return nextLookAt <= now ? 'now' : `in ${span(nextLookAt - now)}`;
}
