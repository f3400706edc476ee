import type { Account, App, Installation } from '../identity.ts';
import { type Site, urlFields } from './site.ts';

const USER_URLS = [
  'events',
  'followers',
  'following',
  'gists',
  'organizations',
  'received_events',
  'repos',
  'starred',
  'subscriptions',
] as const;
const LONG_AGO = '2020-01-01T00:00:00Z';

/** An account as GitHub writes it beside what belongs to it. */
export function accountShape(site: Site, account: Account) {
  const url = `${site.url}/users/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: account.nodeId,
    avatar_url: `${site.url}/avatars/${account.id}`,
    gravatar_id: '',
    url,
    html_url: `${site.url}/${account.login}`,
    ...urlFields(USER_URLS, (name) => `${url}/${name}`),
    type: account.type,
    site_admin: false,
  };
}

/** Null where the account was deleted. */
export function accountOrNull(site: Site, account: Account | undefined) {
  return account === undefined ? null : accountShape(site, account);
}

/** An account asked for by itself. */
export function profileShape(site: Site, account: Account) {
  const unknown = {
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
  };
  const counts = { public_repos: 0, public_gists: 0, followers: 0, following: 0 };
  const times = { created_at: LONG_AGO, updated_at: LONG_AGO };
  return { ...accountShape(site, account), name: account.login, ...unknown, ...counts, ...times };
}

export function appShape(site: Site, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    node_id: app.nodeId,
    client_id: `Iv23li${app.id}`,
    owner: accountShape(site, app.owner),
    name: app.name,
    description: '',
    external_url: 'https://example.org',
    html_url: `${site.url}/apps/${app.slug}`,
    created_at: LONG_AGO,
    updated_at: LONG_AGO,
    permissions: { ...app.permissions },
    events: [...app.events],
  };
}

export function installationShape(site: Site, installation: Installation, now: string) {
  const { id, app, account, permissions, repositories, suspended } = installation;
  const api = `${site.url}/app/installations/${id}`;
  return {
    id,
    account: accountShape(site, account),
    repository_selection: repositories === 'all' ? 'all' : 'selected',
    access_tokens_url: `${api}/access_tokens`,
    repositories_url: `${site.url}/installation/repositories`,
    html_url: `${site.url}/settings/installations/${id}`,
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type === 'Organization' ? 'Organization' : 'User',
    permissions: { ...permissions },
    events: [...app.events],
    created_at: LONG_AGO,
    updated_at: LONG_AGO,
    single_file_name: null,
    suspended_by: suspended ? accountShape(site, account) : null,
    suspended_at: suspended ? now : null,
  };
}
