import type { Run } from '#model/run.ts';
import { type SessionSummary, sessionSummary } from '#model/session-summary.ts';
import { safeText } from './safe-text.ts';

/** The summary of a run that is over, safe to show; what is no summary of a session is none. */
export function toldSummary({ summary: stored }: Pick<Run, 'summary'>): SessionSummary | null {
  const { data: summary } = sessionSummary.safeParse(stored);
  if (summary === undefined) return null;
  const { sentence, result, vector, dropped, checkpoints, engineErrors } = summary;
  return {
    ...summary,
    sentence: safeText(sentence),
    result: toldResult(result),
    vector: {
      ...vector,
      components: vector.components.map((one) => ({
        ...one,
        component: safeText(one.component, 300),
        sentence: safeText(one.sentence),
      })),
    },
    dropped: dropped.map((one) => ({ ...one, because: safeText(one.because) })),
    checkpoints: checkpoints.map((one) => ({ ...one, stage: safeText(one.stage, 100) })),
    engineErrors: engineErrors.map(({ engine, message }) => ({
      engine: safeText(engine, 100),
      message: safeText(message),
    })),
  };
}

function toldResult(result: SessionSummary['result']): SessionSummary['result'] {
  switch (result.kind) {
    case 'branch':
      return { ...result, name: safeText(result.name, 300) };
    case 'refused':
      return { ...result, because: safeText(result.because) };
    case 'none':
    case 'patch':
    case 'changeset':
    case 'applied':
      return result;
  }
}
