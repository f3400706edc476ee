import { archivedWords } from '../archived.ts';
import type { Account, Level } from '../identity.ts';
import type { Repository } from '../model.ts';
import { mayDo, seesRepository } from '../rest/access.ts';
import { problem } from './problem.ts';
import type { Context } from './sources.ts';

/** Refuses what the token was not given, as GitHub does: this field alone fails. */
export function demand(
  context: Context,
  repository: Repository,
  need: readonly [permission: string, level: Level],
): void {
  const { token } = context;
  if (mayDo(token, repository, need)) {
    if (!repository.archived || need[1] === 'read') return;
    throw problem('FORBIDDEN', archivedWords);
  }
  const who = token.kind === 'installation' ? 'integration' : 'personal access token';
  throw problem('FORBIDDEN', `Resource not accessible by ${who}`);
}

/** Whether the token reaches a repository at all. */
export function sees(context: Context, repository: Repository): boolean {
  return seesRepository(context.token, repository);
}

/** Whom changes are said to come from. */
export function viewerOf(context: Context): Account {
  const { token } = context;
  return token.kind === 'user' ? token.user : token.installation.app.bot;
}
