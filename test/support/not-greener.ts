import { expect } from 'vitest';
import type { WorkspaceState } from '#model/workspace.ts';
import type { Repository } from './github/model.ts';
import { standingStateOf } from './github/rollup.ts';
import { progressOf } from './github/suites.ts';

/** Nothing that GitHub itself calls red, pending or held up may be called green, whatever came of it here. */
export function notGreener(
  repository: Repository,
  { lastDecision, observation }: Pick<WorkspaceState, 'lastDecision' | 'observation'>,
): void {
  if (lastDecision?.code !== 'GREEN' || observation === undefined) return;
  const { headSha } = observation;
  const newest = new Map(
    (repository.suites.get(headSha) ?? []).flatMap((suite) => {
      const { workflow, event } = suite.workflowRun ?? {};
      return workflow === undefined ? [] : [[`${workflow.id} ${event}`, suite] as const];
    }),
  );
  const held = [...newest.values()].filter(({ runs }) => runs.length === 0).map(progressOf);
  expect({ state: standingStateOf(repository, headSha) ?? 'SUCCESS', held }).toEqual({
    state: 'SUCCESS',
    held: [],
  });
}
