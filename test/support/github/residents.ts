import { join } from 'node:path';
import { createGitStore } from './git-store.ts';
import type {
  Account,
  App,
  Installation,
  InstallationToken,
  Token,
  UserToken,
} from './identity.ts';
import { createIds } from './ids.ts';
import type { Delivery, Label, Pull, Repository, Role, WorldNode } from './model.ts';
import type {
  NewApp,
  NewInstallation,
  NewInstallationToken,
  NewRepository,
  NewUserToken,
  WorldOptions,
} from './plans.ts';

/** Everything that is only kept; what may be done with it is in the world. */
export type State = ReturnType<typeof createState>;

export function createState(options: WorldOptions) {
  return {
    root: options.root,
    clock: options.clock,
    ids: createIds(),
    lags: {
      mergeabilityMs: options.mergeabilityLagMs ?? 0,
      checksMs: options.checksLagMs ?? 0,
    },
    accounts: new Map<string, Account>(),
    apps: new Map<string, App>(),
    installations: new Map<number, Installation>(),
    newApps: new Map<string, NewApp & { readonly pem: string }>(),
    tokens: new Map<string, Token>(),
    repositories: new Map<string, Repository>(),
    formerNames: new Map<string, Repository>(),
    nodes: new Map<string, WorldNode>(),
    deliveries: new Map<bigint, Delivery>(),
    pullsByHead: new Map<string, Set<Pull>>(),
    pullsByBase: new Map<string, Set<Pull>>(),
    signedCommits: new Set<string>(),
  };
}

/** A time of GitHub: whole seconds, UTC. */
export function isoSeconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** Lets GraphQL find something by its node id. */
export function register<N extends WorldNode>(state: Pick<State, 'nodes'>, node: N): N {
  state.nodes.set(node.nodeId, node);
  return node;
}

export function accountOf(state: State, login: string, type: Account['type']): Account {
  const known = state.accounts.get(login.toLowerCase());
  if (known) return known;
  const id = state.ids.next();
  const prefix = { User: 'U', Bot: 'BOT', Organization: 'O' }[type];
  const nodeId = state.ids.nodeId(prefix, id);
  const account = register(state, { kind: 'Account', type, id, nodeId, login });
  state.accounts.set(login.toLowerCase(), account);
  return account;
}

export function addApp(state: State, given: NewApp): App {
  const known = state.apps.get(given.slug);
  if (known) return known;
  const id = given.id ?? state.ids.next();
  const app = register(state, {
    kind: 'App',
    id,
    nodeId: state.ids.nodeId('A', id),
    slug: given.slug,
    name: given.name ?? given.slug,
    owner: accountOf(state, given.owner ?? given.slug, 'Organization'),
    bot: accountOf(state, `${given.slug}[bot]`, 'Bot'),
    publicKey: given.publicKey,
    permissions: given.permissions ?? {},
    events: given.events ?? [],
    webhook: given.webhook,
  });
  state.apps.set(app.slug, app);
  return app;
}

export function addInstallation(state: State, app: App, on: NewInstallation): Installation {
  const installation: Installation = {
    id: state.ids.next(),
    app,
    account: accountOf(state, on.account, 'User'),
    permissions: on.permissions ?? app.permissions,
    repositories: on.repositories ? new Set(on.repositories.map(({ id }) => id)) : 'all',
    suspended: false,
  };
  state.installations.set(installation.id, installation);
  return installation;
}

export function addUserToken(state: State, login: string, rights: NewUserToken): UserToken {
  const prefix = rights.permissions ? 'github_pat_' : 'ghp_';
  const token: UserToken = {
    kind: 'user',
    token: rights.token ?? `${prefix}${String(state.ids.next()).padStart(36, '0')}`,
    user: accountOf(state, login, 'User'),
    scopes: rights.scopes ?? (rights.permissions ? [] : ['repo', 'workflow']),
    permissions: rights.permissions,
  };
  state.tokens.set(token.token, token);
  return token;
}

const tokenLifeMs = 60 * 60 * 1000;

export function addInstallationToken(
  state: State,
  installation: Installation,
  rights: NewInstallationToken,
): InstallationToken {
  const token: InstallationToken = {
    kind: 'installation',
    token: `ghs_${String(state.ids.next()).padStart(36, '0')}`,
    installation,
    repositories: rights.repositories ? new Set(rights.repositories) : installation.repositories,
    permissions: rights.permissions ?? installation.permissions,
    expiresAt: state.clock.now() + tokenLifeMs,
  };
  state.tokens.set(token.token, token);
  return token;
}

type RepositoryPlan = NewRepository & { readonly fullName: string; readonly parent?: Repository };

export function addRepository(state: State, plan: RepositoryPlan): Repository {
  const key = plan.fullName.toLowerCase();
  const known = state.repositories.get(key);
  if (known) return known;
  const [owner = '', name = ''] = plan.fullName.split('/');
  const id = state.ids.next();
  const now = isoSeconds(state.clock.now());
  const defaultBranch = plan.parent?.defaultBranch ?? plan.defaultBranch ?? 'main';
  const repository = register(state, {
    kind: 'Repository',
    id,
    nodeId: state.ids.nodeId('R', id),
    owner: accountOf(state, owner, 'User'),
    name,
    private: plan.parent?.private ?? plan.private ?? false,
    archived: false,
    parent: plan.parent,
    git: createGitStore(join(state.root, `${plan.fullName}.git`), {
      defaultBranch,
      ...(plan.parent && { network: plan.parent.git }),
    }),
    defaultBranch,
    createdAt: now,
    pushedAt: now,
    activity: [],
    collaborators: new Map<string, Role>([
      ...Object.entries(plan.collaborators ?? {}),
      [owner.toLowerCase(), 'admin'],
    ]),
    rules: new Map(),
    pulls: new Map(),
    suites: new Map(),
    statuses: new Map(),
    labels: new Map(),
    workflows: new Map(),
    hooks: { head: [], rerun: [] },
  });
  copyBranch(repository);
  state.repositories.set(key, repository);
  return repository;
}

// GitHub copies all branches to a fork; the default branch is what a contributor starts from.
function copyBranch(fork: Repository): void {
  const ref = `refs/heads/${fork.defaultBranch}`;
  const tip = fork.parent?.git.ref(ref);
  if (tip !== undefined) fork.git.setRef(ref, tip);
}

export function labelOf(state: State, repository: Repository, name: string): Label {
  const known = repository.labels.get(name);
  if (known) return known;
  const id = state.ids.next();
  const label = { id, nodeId: state.ids.nodeId('LA', id), name, color: 'ededed' };
  repository.labels.set(name, label);
  return label;
}
