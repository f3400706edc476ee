import * as z from 'zod';
import type { FailedCheck } from '#model/observation.ts';
import type { Forge, ForgeRepository } from '#ratchet/needs/forge.ts';
import { type RepositoryAccess, accessTo } from './access.ts';
import { toRoute } from './branch-place.ts';
import type { GitHubResponse } from './exchange.ts';
import { readRefusalMessage } from './errors.ts';
import type { GitHubWriter } from './writer.ts';

/** Small things that we ask GitHub for. */
export function createForgeActions(writer: GitHubWriter) {
  return {
    async rerun(repository, checks) {
      for (const one of await planReruns(writer, repository, checks)) {
        await writer.pace();
        const { path, parameters } = one;
        const request = { method: 'POST', path, parameters } as const;
        const answer = await writer.client.rest(request, accessToRerun(repository));
        if (answer.status >= 300) logRefusal(writer, one, answer);
      }
    },
    async updateBranch(pullRequest, expectedHead) {
      await writer.pace();
      const request = {
        method: 'PUT',
        path: '/repos/{owner}/{repo}/pulls/{pull_number}/update-branch',
        parameters: {
          ...toRoute(pullRequest),
          pull_number: pullRequest.number,
          expected_head_sha: expectedHead,
        },
      } as const;
      const answer = await writer.client.rest(request, accessToUpdate(pullRequest));
      if (answer.status === 202) return { kind: 'accepted' };
      return {
        kind: 'refused',
        reason: `GitHub does not update the branch: ${readRefusalMessage(answer)}`,
      };
    },
  } satisfies Partial<Forge>;
}

interface Rerun {
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
}

/** Jobs of one workflow run can only run again together: the first one would keep the others from it. */
async function planReruns(
  writer: GitHubWriter,
  repository: ForgeRepository,
  checks: readonly FailedCheck[],
): Promise<readonly Rerun[]> {
  const route = toRoute(repository);
  const groups = new Map<string, FailedCheck[]>();
  const others: Rerun[] = [];
  for (const check of checks) {
    const { jobId, name } = check;
    const [, checkRunId] = /^(\d+)(?:\/\d+)?$/.exec(check.runId) ?? [];
    if (jobId !== undefined) {
      const run = (await workflowRunOf(writer, repository, jobId)) ?? `job ${jobId}`;
      groups.set(run, [...(groups.get(run) ?? []), check]);
    } else if (checkRunId !== undefined) {
      const path = '/repos/{owner}/{repo}/check-runs/{check_run_id}/rerequest';
      others.push({ path, parameters: { ...route, check_run_id: checkRunId }, names: [name] });
    } else {
      writer.log.warn('Check cannot be run again', {
        check: name,
        reason: 'it is a commit status',
      });
    }
  }
  const jobs = [...groups].map(([run, group]): Rerun => {
    const names = group.map(({ name }) => name);
    if (group.length > 1) {
      const path = '/repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs';
      return { path, parameters: { ...route, run_id: run }, names };
    }
    const path = '/repos/{owner}/{repo}/actions/jobs/{job_id}/rerun';
    return { path, parameters: { ...route, job_id: group[0]?.jobId }, names };
  });
  return [...jobs, ...others];
}

async function workflowRunOf(
  { client }: GitHubWriter,
  repository: ForgeRepository,
  jobId: string,
): Promise<string | undefined> {
  const path = '/repos/{owner}/{repo}/actions/jobs/{job_id}';
  const parameters = { ...toRoute(repository), job_id: jobId };
  const answer = await client.rest({ method: 'GET', path, parameters }, accessToRerun(repository));
  const run = job.safeParse(answer.data).data?.run_id;
  return run === undefined ? undefined : String(run);
}

const job = z.object({ run_id: z.union([z.int(), z.string()]) });

/** It runs again already, has expired, or is not ours to run: the next look sees what has become of it. */
function logRefusal({ log }: GitHubWriter, { names }: Rerun, answer: GitHubResponse): void {
  log.warn('Check cannot be run again', { checks: names, reason: readRefusalMessage(answer) });
}

function accessToRerun(repository: ForgeRepository): RepositoryAccess {
  return accessTo(repository, { actions: 'write', checks: 'write' });
}

function accessToUpdate(repository: ForgeRepository): RepositoryAccess {
  const permissions = { contents: 'write', pull_requests: 'write', workflows: 'write' } as const;
  return accessTo(repository, permissions);
}
