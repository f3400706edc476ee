import type { Run } from '#model/run.ts';
import { type SessionSummary, sessionSummary } from '#model/session-summary.ts';
import type { VectorComponent } from '#model/vector-component.ts';
import { safeText } from './safe-text.ts';

/** The summary of a run that is over, safe to show; what is no summary of a session is none. */
export function safeSummary({ summary: stored }: Run): SessionSummary | null {
  const { data: summary } = sessionSummary.safeParse(stored);
  if (summary === undefined) return null;
  const { sentence, result, vector, dropped, checkpoints, engineErrors } = summary;
  return {
    ...summary,
    sentence: safeText(sentence),
    result: safeResult(result),
    vector: {
      ...vector,
      components: vector.components.map((one) => ({
        ...one,
        component: safeText(one.component, 300),
        measures: safeComponent(one.measures),
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

function safeComponent(component: VectorComponent): VectorComponent {
  switch (component.kind) {
    case 'new-findings': {
      const { kind, engine, root } = component;
      const place = root === undefined ? {} : { root: safeText(root, 300) };
      return { kind, engine: safeText(engine, 100), ...place };
    }
    case 'baseline':
      return { ...component, engine: safeText(component.engine, 100) };
    case 'coverage':
      return { ...component, path: safeText(component.path, 300) };
    case 'lost-tests':
    case 'skipped-tests':
    case 'suppressions':
    case 'configuration':
      return component;
  }
}

function safeResult(result: SessionSummary['result']): SessionSummary['result'] {
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
