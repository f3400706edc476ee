import * as z from 'zod';
import { type Sha, sha } from '#model/ids.ts';
import type { Clock } from '#base/needs/clock.ts';
import type { Forge, ForgeRepository } from '#ratchet/needs/forge.ts';
import { reading } from './access.ts';
import { toRoute } from './branch-place.ts';
import type { GitHubClient } from './client.ts';
import { createKept } from './kept.ts';
import { requireData } from './refusal.ts';

export interface MergeBaseDeps {
  readonly client: GitHubClient;
  readonly clock: Clock;
}

/** Finds where two commits parted. They never change, so each pair is asked for once. */
export function createMergeBases({ client, clock }: MergeBaseDeps): Forge['mergeBaseOf'] {
  const found = createKept<Sha | undefined>({
    clock,
    most: 500,
    // A commit that GitHub has not taken in yet looks like one that is not there.
    until: (base, now) => now + (base === undefined ? 60_000 : 24 * 3_600_000),
  });
  return (repository, head, base) =>
    found.read(`${repository.repositoryId} ${head}...${base}`, () =>
      readMergeBase(client, repository, `${head}...${base}`),
    );
}

async function readMergeBase(
  client: GitHubClient,
  repository: ForgeRepository,
  basehead: string,
): Promise<Sha | undefined> {
  const parameters = { ...toRoute(repository), basehead, per_page: 1 };
  const path = '/repos/{owner}/{repo}/compare/{basehead}';
  const access = { repository, permissions: reading };
  const answer = await client.rest({ method: 'GET', path, parameters }, access);
  if (answer.status === 404) return undefined;
  return comparison.parse(requireData(answer, 'compare two commits')).merge_base_commit.sha;
}

const comparison = z.object({ merge_base_commit: z.object({ sha }) });
