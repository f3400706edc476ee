import { ok, refuse } from '#base/outcome.ts';
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
    const repository = sharedBy(speaker, request.repository);
    await deps.runs.recordBaseline({ ...request, repository });
    return ok('recorded');
  },
  findBaselines: async (deps, speaker, { repository, commit }) => {
    const foreign = await refuseForeignRepository(deps, speaker, repository);
    if (foreign !== undefined) return foreign;
    const found = await deps.runs.findBaselines(sharedBy(speaker, repository), commit);
    return ok(found.map((one) => ({ ...one, repository })));
  },
};

/**
 * A baseline is shared by the runs of one pull request. Its code ran beside the engines that made it, so what it
 * says of the base branch may serve that pull request alone and must not reach others.
 */
function sharedBy({ workspaceId }: Speaker, repository: string): string {
  return `${repository} for ${workspaceId}`;
}

async function refuseForeignRepository(
  { runs }: BrokerServices,
  { runId }: Speaker,
  repository: string,
): Promise<BrokerOutcome<never> | undefined> {
  const run = await runs.loadRun(runId);
  if (run?.repoPath === repository) return undefined;
  return refuse('not-yours', `${runId} is not a run of that repository`);
}
