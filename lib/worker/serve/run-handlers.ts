import { ok, refuse } from '#base/outcome.ts';
import { keepBaselinesApart } from '../own-baselines.ts';
import { isOwnBaselines } from '../rules/baseline-names.ts';
import type { baselineMethods, runMethods } from '../rules/protocol/run-methods.ts';
import type { BrokerServices, Speaker } from './services.ts';
import type { BrokerOutcome, Handlers } from './handlers.ts';

/** The methods of runs that do more than call the store. */
export const runHandlers: Handlers<
  typeof baselineMethods & Pick<typeof runMethods, 'finishAttempt'>
> = {
  finishAttempt: async ({ runs, metrics }, _, request) => {
    const response = await runs.finishAttempt(request);
    if (response.kind === 'accepted') metrics.count('attempts', 1, { outcome: request.outcome });
    return ok(response);
  },
  recordBaseline: async (deps, speaker, request) => {
    const foreign = await refuseForeignRepository(deps, speaker, request.repository);
    if (foreign !== undefined) return foreign;
    await keepBaselinesApart(deps.runs, speaker.workspaceId).recordBaseline(request);
    return ok('recorded');
  },
  findBaselines: async (deps, speaker, { repository, commit }) => {
    const foreign = await refuseForeignRepository(deps, speaker, repository);
    if (foreign !== undefined) return foreign;
    const own = keepBaselinesApart(deps.runs, speaker.workspaceId);
    return ok([...(await own.findBaselines(repository, commit))]);
  },
};

async function refuseForeignRepository(
  { runs }: BrokerServices,
  { runId }: Speaker,
  repository: string,
): Promise<BrokerOutcome<never> | undefined> {
  const run = await runs.loadRun(runId);
  if (run !== undefined && isOwnBaselines(run.repoPath, repository)) return undefined;
  return refuse('not-yours', `${runId} is not a run of that repository`);
}
