import { moment, span } from '#base/moment.ts';
import { counted } from '#base/words.ts';
import type { Overview, ShownPause } from './overview.ts';

/** Whatever may still be acted on is looked at every ten minutes at least. */
const longestPauseMs = 20 * 60_000;

/** Says so where looks fail, for what is shown is out of date then; undefined: they succeed. */
export function blindWords({ rows, now }: Overview): string | undefined {
  const times = rows
    .filter(({ group, action }) => group !== 'over' && action !== 'DONE')
    .map(({ lastLookAt, since }) => lastLookAt ?? since)
    .filter((at) => now - at > longestPauseMs);
  if (times.length === 0) return undefined;
  const first = moment(Math.min(...times));
  return `${counted(times.length, 'pull request')} could not be looked at since ${first} UTC; the log of the control plane says why.`;
}

/** Who stopped all fixing, one entry for each person: it may be of several installations at once. */
export function pauseWords(pauses: readonly ShownPause[]): readonly string[] {
  const sentences = pauses.map(
    ({ by, at }) =>
      `${by} paused all fixing at ${moment(at)} UTC; run \`ratchetr resume\` to continue.`,
  );
  return [...new Set(sentences)];
}

/** When something is looked at again, as seen now. */
export function nextLookWords(nextLookAt: number | null, now: number): string {
  if (nextLookAt === null) return 'when woken';
  return nextLookAt <= now ? 'now' : `in ${span(nextLookAt - now)}`;
}
