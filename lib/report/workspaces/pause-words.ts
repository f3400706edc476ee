import { moment } from '#base/moment.ts';
import type { ShownPause } from './overview.ts';

/** Who stopped all fixing, each time that somebody did: it may be of several installations at once. */
export function pauseWords(pauses: readonly ShownPause[]): readonly string[] {
  const sentences = pauses.map(
    ({ by, at }) => `${by} paused all fixing at ${moment(at)} UTC; \`ratchetr resume\` goes on.`,
  );
  return [...new Set(sentences)];
}
