import * as z from 'zod';
import { sha } from '#model/ids.ts';
import type { BranchPush, Forge } from '#ratchet/needs/forge.ts';
import { reading } from './access.ts';
import type { GitHubClient } from './client.ts';
import { requireData } from './refusal.ts';

const most = 100;

/** Reads who pushed to a branch and when: the one source of it that no pusher can forge, as dates of commits can be. */
export async function listPushes(
  client: GitHubClient,
  ...[repository, branch]: Parameters<Forge['pushesOf']>
): Promise<readonly BranchPush[] | undefined> {
  const [owner = '', repo = ''] = branch.repository.split('/');
  const path = '/repos/{owner}/{repo}/activity';
  const parameters = { owner, repo, ref: `refs/heads/${branch.ref}`, per_page: most };
  // A fork is not ours: what is public of it may be read with the token for the repository that we look at.
  const access = { repository, permissions: reading };
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  // Private forks are hidden from us, and an older server has no such page.
  if (unreadable.has(answer.status)) return undefined;
  const activity = z
    .array(entry)
    .parse(requireData(answer, `tell who pushed to ${branch.repository}`));
  return activity
    .filter(({ activity_type: kind }) => kind !== 'branch_deletion')
    .map(({ actor, timestamp: at, after }) => ({
      by: actor?.type === 'User' ? actor.login : null,
      at,
      after,
    }));
}

const unreadable: ReadonlySet<number> = new Set([403, 404, 410, 422]);

const entry = z.object({
  activity_type: z.string(),
  after: sha,
  timestamp: z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  actor: z.object({ login: z.string(), type: z.string() }).nullable(),
});
