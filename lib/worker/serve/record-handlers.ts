import { recordVerbs } from '../rules/protocol/record-verbs.ts';
import type { RunId } from '#model/ids.ts';
import { type Refused, refused, tell } from './answer.ts';
import type { ServeWorkerDeps, Speaker } from './deps.ts';
import { type Handler, handler } from './handler.ts';

const ofRun = ({ runId }: { readonly runId: RunId }): readonly RunId[] => [runId];

/** What a worker writes down of its run, and reads of it when it takes it up again. */
export const recordHandlers = {
  loadRun: handler(recordVerbs.loadRun, {
    runs: ofRun,
    serve: async ({ runs }, { runId }) => ({ told: await runs.loadRun(runId) }),
  }),
  summarizeRun: handler(recordVerbs.summarizeRun, {
    runs: ofRun,
    serve: async ({ runs }, { runId }) => ({ told: await runs.summarizeRun(runId) }),
  }),
  addFindings: handler(recordVerbs.addFindings, {
    runs: ({ runId, findings }) => [runId, ...findings.map((finding) => finding.runId)],
    serve: async ({ runs }, _, asked) => ({ told: await runs.addFindings(asked) }),
  }),
  listFindings: handler(recordVerbs.listFindings, {
    runs: ofRun,
    serve: async ({ runs }, { runId }, { stage, tool }) => ({
      told: await runs.listFindings(runId, stage, tool),
    }),
  }),
  countFindings: handler(recordVerbs.countFindings, {
    runs: ofRun,
    serve: async ({ runs }, { runId }) => ({ told: await runs.countFindings(runId) }),
  }),
  recordAccepted: handler(recordVerbs.recordAccepted, {
    runs: ofRun,
    serve: async ({ runs }, _, asked) => ({ told: await runs.recordAccepted(asked) }),
  }),
  listAccepted: handler(recordVerbs.listAccepted, {
    runs: ofRun,
    serve: async ({ runs }, { runId }) => ({ told: await runs.listAccepted(runId) }),
  }),
  addArtifact: handler(recordVerbs.addArtifact, {
    runs: ofRun,
    serve: async ({ runs }, _, asked) => ({ told: await runs.addArtifact(asked) }),
  }),
  listArtifacts: handler(recordVerbs.listArtifacts, {
    runs: ofRun,
    serve: async ({ runs }, { runId }) => ({ told: await runs.listArtifacts(runId) }),
  }),
  recordBaseline: handler(recordVerbs.recordBaseline, {
    runs: ({ artifact }) => [artifact.runId],
    serve: async (deps, speaker, asked) => {
      const foreign = await foreignRepository(deps, speaker, asked.repository);
      if (foreign !== undefined) return foreign;
      await deps.runs.recordBaseline({ ...asked, repository: sharedBy(speaker, asked.repository) });
      return tell('recorded');
    },
  }),
  findBaselines: handler(recordVerbs.findBaselines, {
    runs: () => [],
    serve: async (deps, speaker, { repository, commit }) => {
      const foreign = await foreignRepository(deps, speaker, repository);
      if (foreign !== undefined) return foreign;
      const found = await deps.runs.findBaselines(sharedBy(speaker, repository), commit);
      return { told: found.map((one) => ({ ...one, repository })) };
    },
  }),
} satisfies Record<keyof typeof recordVerbs, Handler>;

/**
 * Whom a baseline is shared by: the runs of one pull request. Its code ran beside the engines that made it, so what it
 * says of the base branch is good enough for itself, and would be poison for the others.
 */
function sharedBy({ workspaceId }: Speaker, repository: string): string {
  return `${repository} for ${workspaceId}`;
}

async function foreignRepository(
  { runs }: ServeWorkerDeps,
  { runId }: Speaker,
  repository: string,
): Promise<Refused | undefined> {
  const run = await runs.loadRun(runId);
  if (run?.repoPath === repository) return undefined;
  return refused('not-yours', `${runId} is not a run of that repository`);
}
