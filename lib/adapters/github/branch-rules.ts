import * as z from 'zod';
import type { BranchRules } from '#domain/observation/facts.ts';
import type { RepositoryAccess } from './access.ts';
import type { GitHubClient } from './client.ts';
import type { Answer } from './exchange.ts';
import { dataOf } from './refusal.ts';

/** What rulesets and the older branch protection ask for together. */
export async function readRules(
  client: Pick<GitHubClient, 'rest' | 'pages'>,
  access: RepositoryAccess,
  branch: string,
): Promise<BranchRules> {
  const [ruled, protectedBy] = await Promise.all([
    readRulesets(client, access, branch),
    readProtection(client, access, branch),
  ]);
  const known = [ruled?.checks, protectedBy].filter((checks) => checks !== undefined);
  const requiredChecks = known.length === 0 ? undefined : [...new Set(known.flat())].toSorted();
  return { requiredChecks, signaturesRequired: ruled?.signatures ?? false };
}

/** Whether the rules of a branch refuse commits that nobody signed; hidden rules do so only once they are met. */
export async function takesSignedOnly(
  client: Pick<GitHubClient, 'rest'>,
  access: RepositoryAccess,
  branch: string,
): Promise<boolean> {
  return (await readRulesets(client, access, branch))?.signatures ?? false;
}

async function readRulesets(
  client: Pick<GitHubClient, 'rest'>,
  access: RepositoryAccess,
  branch: string,
) {
  const { owner, name: repo } = access.repository;
  const rules: z.infer<typeof rulesShape> = [];
  for (let page = 1; ; page += 1) {
    const parameters = { owner, repo, branch, per_page: 100, page };
    const path = '/repos/{owner}/{repo}/rules/branches/{branch}';
    const answer = await client.rest({ method: 'GET', path, parameters }, access);
    if (isHidden(answer)) return undefined;
    const read = rulesShape.parse(dataOf(answer, `read the rules of branch ${branch}`));
    rules.push(...read);
    if (read.length < 100) break;
  }
  const checks = rules.flatMap(({ parameters }) => parameters?.required_status_checks ?? []);
  return {
    checks: checks.map(({ context }) => context),
    signatures: rules.some(({ type }) => type === 'required_signatures'),
  };
}

// Rulesets do not mention it, and its own page is for administrators only.
async function readProtection(
  client: Pick<GitHubClient, 'rest'>,
  access: RepositoryAccess,
  branch: string,
): Promise<readonly string[] | undefined> {
  const { owner, name: repo } = access.repository;
  const path = '/repos/{owner}/{repo}/branches/{branch}';
  const answer = await client.rest(
    { method: 'GET', path, parameters: { owner, repo, branch } },
    access,
  );
  if (isHidden(answer)) return undefined;
  const { protection } = branchShape.parse(dataOf(answer, `read the branch ${branch}`));
  return protection?.required_status_checks?.contexts ?? [];
}

function isHidden({ status }: Answer): boolean {
  return status === 403 || status === 404;
}

const rulesShape = z.array(
  z.object({
    type: z.string(),
    parameters: z
      .object({ required_status_checks: z.array(z.object({ context: z.string() })).optional() })
      .optional(),
  }),
);

const branchShape = z.object({
  protection: z
    .object({
      required_status_checks: z.object({ contexts: z.array(z.string()).default([]) }).nullish(),
    })
    .nullish(),
});
