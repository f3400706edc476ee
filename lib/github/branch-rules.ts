import * as z from 'zod';
import { compareText } from '#base/order.ts';
import type { BranchRules, RequiredCheck } from '#ratchet/rules/observation/facts.ts';
import type { RepositoryAccess } from './access.ts';
import type { GitHubClient } from './client.ts';
import type { GitHubResponse } from './exchange.ts';
import { requireData } from './errors.ts';

/** What rulesets and the older branch protection ask for together. */
export async function readRules(
  client: GitHubClient,
  access: RepositoryAccess,
  branch: string,
): Promise<BranchRules> {
  const [ruled, protectedBy] = await Promise.all([
    readRulesets(client, access, branch),
    readProtection(client, access, branch),
  ]);
  const known = [ruled?.checks, protectedBy].filter((checks) => checks !== undefined);
  const requiredChecks = known.length === 0 ? undefined : eachOnce(known.flat());
  return { requiredChecks, signaturesRequired: ruled?.signatures ?? false };
}

function eachOnce(checks: readonly RequiredCheck[]): readonly RequiredCheck[] {
  const byText = new Map(checks.map((check) => [JSON.stringify([check.name, check.appId]), check]));
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, check]) => check);
}

/** Whether the rules of a branch refuse unsigned commits; hidden rules do so only once they are met. */
export async function takesSignedOnly(
  client: GitHubClient,
  access: RepositoryAccess,
  branch: string,
): Promise<boolean> {
  return (await readRulesets(client, access, branch))?.signatures ?? false;
}

async function readRulesets(client: GitHubClient, access: RepositoryAccess, branch: string) {
  const { owner, name: repo } = access.repository;
  const rules: z.infer<typeof rulesShape> = [];
  for (let page = 1; ; page += 1) {
    const parameters = { owner, repo, branch, per_page: 100, page };
    const path = '/repos/{owner}/{repo}/rules/branches/{branch}';
    const answer = await client.rest({ method: 'GET', path, parameters }, access);
    if (isHidden(answer)) return undefined;
    const read = rulesShape.parse(requireData(answer, `read the rules of branch ${branch}`));
    rules.push(...read);
    if (read.length < 100) break;
  }
  const checks = rules.flatMap(({ parameters }) => parameters?.required_status_checks ?? []);
  return {
    checks: checks.map(({ context, integration_id: app }) => requiredCheck(context, app)),
    signatures: rules.some(({ type }) => type === 'required_signatures'),
  };
}

// Rulesets do not mention it, and its own page is for administrators only.
async function readProtection(
  client: GitHubClient,
  access: RepositoryAccess,
  branch: string,
): Promise<readonly RequiredCheck[] | undefined> {
  const { owner, name: repo } = access.repository;
  const path = '/repos/{owner}/{repo}/branches/{branch}';
  const answer = await client.rest(
    { method: 'GET', path, parameters: { owner, repo, branch } },
    access,
  );
  if (isHidden(answer)) return undefined;
  const { protection } = branchShape.parse(requireData(answer, `read the branch ${branch}`));
  const { contexts = [], checks = [] } = protection?.required_status_checks ?? {};
  const told = new Set(checks.map(({ context }) => context));
  return [
    ...checks.map(({ context, app_id: app }) => requiredCheck(context, app)),
    // Older servers tell names only.
    ...contexts.filter((name) => !told.has(name)).map((name) => ({ name })),
  ];
}

/** Any App is told by no number, or by none that an App can have. */
function requiredCheck(name: string, app: number | null | undefined): RequiredCheck {
  return app === undefined || app === null || app <= 0 ? { name } : { name, appId: app };
}

function isHidden({ status }: GitHubResponse): boolean {
  return status === 403 || status === 404;
}

const appNumber = z.int().nullish();
const rulesetCheck = z.object({ context: z.string(), integration_id: appNumber });
const protectionCheck = z.object({ context: z.string(), app_id: appNumber });

const rulesShape = z.array(
  z.object({
    type: z.string(),
    parameters: z.object({ required_status_checks: z.array(rulesetCheck).optional() }).optional(),
  }),
);

const branchShape = z.object({
  protection: z
    .object({
      required_status_checks: z
        .object({
          contexts: z.array(z.string()).default([]),
          checks: z.array(protectionCheck).default([]),
        })
        .nullish(),
    })
    .nullish(),
});
