import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceId } from '#model/ids.ts';

type BaselineRows = Pick<RunStore, 'findBaselines' | 'recordBaseline'>;

/**
 * A baseline is shared by the runs of one pull request. Its code ran beside the engines that made it, so what it
 * says of the base branch may serve that pull request alone and must not reach others.
 */
export function keepBaselinesApart<Rows extends BaselineRows>(
  runs: Rows,
  workspaceId: WorkspaceId,
): Rows {
  const nameOf = (repository: string): string => `${repository} for ${workspaceId}`;
  return {
    ...runs,
    recordBaseline: (baseline) =>
      runs.recordBaseline({ ...baseline, repository: nameOf(baseline.repository) }),
    findBaselines: async (repository, commit) => {
      const found = await runs.findBaselines(nameOf(repository), commit);
      return found.map((one) => ({ ...one, repository }));
    },
  };
}
