import type { Sha } from '#model/ids.ts';
import { readCheckState } from '#ratchet/rules/observation/check-state.ts';
import type { BranchRules, CheckFacts } from '#ratchet/rules/observation/facts.ts';
import type { TimeSource } from '#base/needs/clock.ts';
import type { RepositoryAccess } from './access.ts';
import { readChecksOfCommit } from './all-checks.ts';
import { readRules } from './branch-rules.ts';
import { toCheckFacts } from './check-facts.ts';
import type { GitHubClient } from './client.ts';
import { ForgeUnavailable } from './errors.ts';
import { createKept } from './kept.ts';

/** What all pull requests of one base branch share. It is read once for all of them. */
export interface BaseReader {
  rulesOf(access: RepositoryAccess, branch: string): Promise<BranchRules>;
  /** undefined: not all of them could be read. */
  checksOf(access: RepositoryAccess, baseSha: Sha): Promise<readonly CheckFacts[] | undefined>;
}

export function createBaseReader(client: GitHubClient, clock: TimeSource): BaseReader {
  const rules = createKept<BranchRules>({
    clock,
    most: 1_000,
    until: (_rules, now) => now + 300_000,
  });
  const checks = createKept<readonly CheckFacts[] | undefined>({
    clock,
    most: 200,
    until: (found, now) => now + (areChecksOver(found) ? 60_000 : 10_000),
  });
  return {
    rulesOf: (access, branch) =>
      rules.read(baseKey(access, branch), () => readRules(client, access, branch)),
    checksOf: (access, baseSha) =>
      checks.read(baseKey(access, baseSha), () => readChecks(client, access, baseSha)),
  };
}

function baseKey({ repository }: RepositoryAccess, what: string): string {
  return `${repository.repositoryId ?? ''} ${repository.owner}/${repository.name} ${what}`;
}

/** The checks of a tip that was just pushed come and end within seconds. */
function areChecksOver(checks: readonly CheckFacts[] = []): boolean {
  return checks.length > 0 && checks.every((check) => readCheckState(check) !== 'running');
}

async function readChecks(
  client: GitHubClient,
  access: RepositoryAccess,
  baseSha: Sha,
): Promise<readonly CheckFacts[] | undefined> {
  try {
    const us = await client.identity(access.repository);
    const { contexts, complete } = await readChecksOfCommit(client, access, baseSha);
    return complete ? contexts.map((context) => toCheckFacts(context, us)) : undefined;
  } catch (error) {
    if (error instanceof ForgeUnavailable) return undefined;
    throw error;
  }
}
