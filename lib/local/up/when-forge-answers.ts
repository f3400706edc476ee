import { ForgeLater, forgeSentence, ForgeUnavailable } from '#github/errors.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';

interface Patience {
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

const pauseMs = 15_000;

/** Asks until GitHub answers, for a control plane may be started during an outage; undefined: it was stopped. */
export async function whenForgeAnswers<Answer>(
  { clock, log }: Patience,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer | undefined> {
  while (!signal.aborted) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ForgeUnavailable || error instanceof ForgeLater)) throw error;
      const until = error instanceof ForgeLater ? error.at : 0;
      const pause = Math.max(pauseMs, until - clock.now());
      const seconds = Math.ceil(pause / 1_000);
      log.warn('GitHub does not answer yet', { reason: forgeSentence(error), againIn: seconds });
      await clock.sleep(pause, signal).catch(() => undefined);
    }
  }
  return undefined;
}
