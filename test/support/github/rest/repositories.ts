import { noCommit } from '../git-store.ts';
import type { Repository } from '../model.ts';
import type { Activity } from '../records.ts';
import { accountShape } from '../shapes/accounts.ts';
import { commitShape, knownCommit } from '../shapes/commits.ts';
import { apiOf, fullRepositoryShape, htmlOf } from '../shapes/repository.ts';
import { entriesOf, entryAt, isFolder } from '../trees.ts';
import type { TreeEntry } from '../git-objects.ts';
import type { Site } from '../shapes/site.ts';
import { enter, repositoryRoutes, roleOf } from './access.ts';
import { listAnswer } from './pages.ts';
import {
  type Answer,
  type Call,
  notFound,
  numberSegment,
  type RepositoryCall,
  type Route,
  segment,
} from './route.ts';

const LEGACY = { admin: 'admin', maintain: 'write', write: 'write', triage: 'read', read: 'read' };

export const repositoryFamily: readonly Route[] = [
  repositoryRoutes.get('', ['metadata', 'read'], showRepository),
  { method: 'GET', path: '/repositories/{repository_id}', undocumented: true, answer: showById },
  repositoryRoutes.get(
    '/collaborators/{username}/permission',
    ['metadata', 'read'],
    showPermission,
  ),
  repositoryRoutes.get('/activity', ['contents', 'read'], listActivity),
  repositoryRoutes.get('/contents/{path}', ['contents', 'read'], showContents),
  repositoryRoutes.get('/rules/branches/{branch}', ['metadata', 'read'], showRules),
  repositoryRoutes.get('/branches/{branch}', ['contents', 'read'], showBranch),
];

/** The commit that a branch, a full ref or an id means. */
export function resolveCommit({ git }: Repository, name: string): string | undefined {
  const sha = git.ref(`refs/heads/${name}`) ?? git.ref(name) ?? git.ref(`refs/${name}`) ?? name;
  return git.commit(sha) && sha;
}

function showRepository(call: RepositoryCall): Answer {
  const { repository, site, token } = call;
  // What an installation may do stands in its token, and not here.
  const role = token.kind === 'user' ? roleOf(repository, token.user.login) : undefined;
  const body = { ...fullRepositoryShape(site, repository), permissions: permissionFlags(role) };
  return { status: 200, body };
}

function showById(call: Call): Answer {
  const id = numberSegment(call, 'repository_id');
  const repository = [...call.world.repositories.values()].find((known) => known.id === id);
  if (repository === undefined) throw notFound();
  return showRepository(enter(call, repository, ['metadata', 'read']));
}

function showPermission(call: RepositoryCall): Answer {
  const login = segment(call, 'username');
  const account = call.world.accounts.get(login.toLowerCase());
  if (account === undefined) throw notFound();
  const role = roleOf(call.repository, login);
  const user = {
    ...accountShape(call.site, account),
    role_name: role ?? 'none',
    permissions: permissionFlags(role),
  };
  // Who has no role may still read what is public.
  const none = call.repository.private ? 'none' : 'read';
  const permission = role === undefined ? none : LEGACY[role];
  return { status: 200, body: { permission, role_name: role ?? none, user } };
}

/** The newest first, those of one branch where one is named. */
function listActivity(call: RepositoryCall): Answer {
  const { repository, site, query } = call;
  const asked = query.get('ref') ?? '';
  const wanted = asked === '' || asked.startsWith('refs/') ? asked : `refs/heads/${asked}`;
  const found = repository.activity.filter(({ ref }) => wanted === '' || ref === wanted);
  return listAnswer(call, found.toReversed(), (one) => activityShape(site, repository, one));
}

function activityShape(site: Site, repository: Repository, one: Activity) {
  const { id, ref, before, after, forced, at: timestamp, actor } = one;
  const kind = forced ? 'force_push' : 'push';
  const made = before === noCommit ? 'branch_creation' : kind;
  return {
    id,
    node_id: `AC_${repository.id}_${id}`,
    before,
    after,
    ref,
    timestamp,
    activity_type: after === noCommit ? 'branch_deletion' : made,
    actor: accountShape(site, actor),
  };
}

function permissionFlags(role: ReturnType<typeof roleOf>) {
  const order = ['read', 'triage', 'write', 'maintain', 'admin'];
  const reach = role === undefined ? -1 : order.indexOf(role);
  const [pull, triage, push, maintain, admin] = order.map((_, index) => index <= reach);
  return { pull, triage, push, maintain, admin };
}

function showContents(call: RepositoryCall): Answer {
  const { repository } = call;
  const sha = resolveCommit(repository, call.query.get('ref') ?? repository.defaultBranch);
  if (sha === undefined) throw notFound();
  const path = segment(call, 'path');
  const entry = entryAt(repository.git, knownCommit(repository, sha).commit.tree, path);
  if (entry === undefined) throw notFound();
  if (!isFolder(entry))
    return { status: 200, body: contentShape(call, { path, entry, sha }, true) };
  const children = entriesOf(repository.git, entry.sha);
  const body = children.map((child) =>
    contentShape(call, { path: `${path}/${child.name}`, entry: child, sha }, false),
  );
  return { status: 200, body };
}

function contentShape(
  call: RepositoryCall,
  place: { readonly path: string; readonly entry: TreeEntry; readonly sha: string },
  whole: boolean,
) {
  const { path, entry, sha } = place;
  const [api, html] = [apiOf(call.site, call.repository), htmlOf(call.site, call.repository)];
  const bytes = isFolder(entry) ? undefined : call.repository.git.blob(entry.sha);
  const url = `${api}/contents/${path}?ref=${sha}`;
  const git = `${api}/git/${isFolder(entry) ? 'trees' : 'blobs'}/${entry.sha}`;
  const page = `${html}/blob/${sha}/${path}`;
  return {
    type: isFolder(entry) ? 'dir' : 'file',
    name: entry.name,
    path,
    sha: entry.sha,
    size: bytes?.length ?? 0,
    url,
    html_url: page,
    git_url: git,
    download_url: isFolder(entry) ? null : `${html}/raw/${sha}/${path}`,
    ...(whole && { content: (bytes ?? Buffer.alloc(0)).toString('base64'), encoding: 'base64' }),
    _links: { self: url, git, html: page },
  };
}

function showRules(call: RepositoryCall): Answer {
  const rules = call.repository.rules.get(segment(call, 'branch'));
  const source = {
    ruleset_source_type: 'Repository',
    ruleset_source: `${call.repository.owner.login}/${call.repository.name}`,
    ruleset_id: call.repository.id,
  };
  const body = [
    rules?.requiredChecks && {
      type: 'required_status_checks',
      parameters: {
        required_status_checks: rules.requiredChecks.map(({ context, appId }) => ({
          context,
          ...(appId !== undefined && { integration_id: appId }),
        })),
        strict_required_status_checks_policy: rules.strict ?? false,
      },
    },
    rules?.requiredSignatures === true && { type: 'required_signatures' },
    rules?.requiredReviews !== undefined && pullRequestRule(rules.requiredReviews),
  ];
  const held = body.filter((rule) => typeof rule === 'object');
  return { status: 200, body: held.map((rule) => ({ ...rule, ...source })) };
}

function pullRequestRule(required_approving_review_count: number) {
  return {
    type: 'pull_request',
    parameters: {
      required_approving_review_count,
      dismiss_stale_reviews_on_push: false,
      require_code_owner_review: false,
      require_last_push_approval: false,
      required_review_thread_resolution: false,
    },
  };
}

function showBranch(call: RepositoryCall): Answer {
  const name = segment(call, 'branch');
  const { repository, site, world } = call;
  const sha = repository.git.ref(`refs/heads/${name}`);
  if (sha === undefined) throw notFound();
  const rules = repository.rules.get(name);
  const api = `${apiOf(site, repository)}/branches/${name}`;
  const body = {
    name,
    commit: commitShape(world, site, knownCommit(repository, sha)),
    _links: { html: `${htmlOf(site, repository)}/tree/${name}`, self: api },
    protected: rules !== undefined,
    protection: {
      enabled: rules !== undefined,
      required_status_checks: {
        enforcement_level: rules?.requiredChecks ? 'everyone' : 'off',
        contexts: (rules?.requiredChecks ?? []).map(({ context }) => context),
        checks: (rules?.requiredChecks ?? []).map(({ context, appId }) => ({
          context,
          app_id: appId ?? null,
        })),
      },
    },
    protection_url: `${api}/protection`,
  };
  return { status: 200, body };
}
