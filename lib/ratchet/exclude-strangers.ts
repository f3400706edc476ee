import { listReviewers, type ReviewTexts } from './rules/observation/reviewers.ts';
import type { ListeningPolicy } from './rules/observation/trust.ts';
import type { ForgePermissions, ForgeRepository } from './needs/forge.ts';
import { mayWrite } from './may-write.ts';

/** Whom to listen to, now that it is known who of those that wrote may write to the repository. */
export async function excludeStrangers(
  forge: ForgePermissions,
  repository: ForgeRepository,
  { written, policy }: { readonly written: ReviewTexts; readonly policy: ListeningPolicy },
): Promise<ListeningPolicy> {
  const strangers = new Set<string>();
  for (const login of listReviewers(written, policy)) {
    if (!(await mayWrite(forge, repository, login))) strangers.add(login);
  }
  return { ...policy, strangers };
}
