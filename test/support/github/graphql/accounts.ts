import type { Account } from '../identity.ts';
import type { Pull } from '../model.ts';
import { fieldsOf } from './sources.ts';

export const accountFields = fieldsOf('Account', {
  id: (account) => account.nodeId,
  databaseId: (account) => account.id,
  login: (account) => account.login,
  url: (account, _args, { webUrl }) => `${webUrl}/${account.login}`,
});

export const appFields = fieldsOf('App', {
  id: (app) => app.nodeId,
  databaseId: (app) => app.id,
  slug: (app) => app.slug,
  name: (app) => app.name,
});

/** What somebody is to the repository of a pull request. */
export function associationOf(pull: Pull, account: Account | undefined): string {
  const { repository } = pull;
  if (account === undefined) return 'NONE';
  if (account === repository.owner) return 'OWNER';
  if (repository.collaborators.has(account.login)) return 'COLLABORATOR';
  const merged = [...repository.pulls.values()].some(
    ({ state, author }) => state === 'MERGED' && author === account,
  );
  return merged ? 'CONTRIBUTOR' : 'NONE';
}
