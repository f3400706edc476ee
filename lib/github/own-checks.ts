import type { CheckRunReport, Forge, OwnCheck, ForgeRepository } from '#ratchet/needs/forge.ts';
import { completeCheckRun, startCheckRun } from './check-runs.ts';
import { completeStatus, startStatus } from './commit-statuses.ts';
import type { WritingDeps } from './writing-deps.ts';

/** Our own check of a head: a GitHub check run, or a commit status where only a plain token is at hand. */
export function createOwnChecks(deps: WritingDeps): Pick<Forge, 'completeCheck' | 'startCheck'> {
  const isApp = async (repository: ForgeRepository): Promise<boolean> =>
    (await deps.client.identity(repository)).kind === 'app';
  return {
    async startCheck(repository: ForgeRepository, check: OwnCheck) {
      if (await isApp(repository)) await startCheckRun(deps, repository, check);
      else await startStatus(deps, repository, check);
    },
    async completeCheck(repository: ForgeRepository, check: OwnCheck, report: CheckRunReport) {
      const place = { repository, check };
      if (await isApp(repository)) await completeCheckRun(deps, place, report);
      else await completeStatus(deps, place, report);
    },
  };
}
