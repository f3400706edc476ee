import type { Clock } from '#base/needs/clock.ts';
import type { Listener, WorldEvent } from './events.ts';
import type {
  Account,
  App,
  Installation,
  InstallationToken,
  Token,
  UserToken,
} from './identity.ts';
import type { Ids } from './ids.ts';
import type { Delivery, Label, Pull, Repository, WorldNode } from './model.ts';
import type {
  NewApp,
  NewInstallation,
  NewInstallationToken,
  NewRepository,
  NewUserToken,
  WorldOptions,
} from './plans.ts';
import {
  accountOf,
  addApp,
  addInstallation,
  addInstallationToken,
  addRepository,
  addUserToken,
  createState,
  isoSeconds,
  labelOf,
} from './residents.ts';

/** All that this GitHub knows. Its parts are changed by the functions beside it, never by hand. */
export interface World {
  readonly clock: Clock;
  readonly ids: Ids;
  /** Changeable at any time. */
  readonly lags: { mergeabilityMs: number; checksMs: number };
  readonly accounts: ReadonlyMap<string, Account>;
  readonly apps: ReadonlyMap<string, App>;
  readonly installations: ReadonlyMap<number, Installation>;
  /** Apps that were made from a manifest, by the code that is good for taking them over once. */
  readonly newApps: Map<string, NewApp & { readonly pem: string }>;
  readonly tokens: Map<string, Token>;
  /** By owner/name in lower case. */
  readonly repositories: Map<string, Repository>;
  /** Names that led to a repository before it was renamed: they do so until another takes them. */
  readonly formerNames: Map<string, Repository>;
  readonly nodes: Map<string, WorldNode>;
  /** By id; the oldest first. */
  readonly deliveries: Map<bigint, Delivery>;
  readonly pullsByHead: Map<string, Set<Pull>>;
  readonly pullsByBase: Map<string, Set<Pull>>;
  /** Commits that GitHub itself signed. */
  readonly signedCommits: Set<string>;
  /** The time as GitHub writes it, in whole seconds. */
  now(): string;
  account(login: string, type?: Account['type']): Account;
  app(app: NewApp): App;
  install(app: App, on: NewInstallation): Installation;
  userToken(login: string, rights?: NewUserToken): UserToken;
  installationToken(installation: Installation, rights?: NewInstallationToken): InstallationToken;
  repository(fullName: string, options?: NewRepository): Repository;
  fork(of: Repository, owner: string): Repository;
  find(fullName: string): Repository | undefined;
  label(repository: Repository, name: string): Label;
  on(listener: Listener): () => void;
  emit(event: WorldEvent): void;
  /** Work that goes on by itself; its failure is kept for `idle`. */
  background(work: Promise<unknown>): void;
  /** Waits for all background work and throws the first failure there was. */
  idle(): Promise<void>;
}

/** Makes an empty world. */
export function createWorld(options: WorldOptions): World {
  const state = createState(options);
  const background = createBackground();
  const listeners = new Set<Listener>();
  return {
    ...state,
    ...background,
    now: () => isoSeconds(options.clock.now()),
    account: (login, type = 'User') => accountOf(state, login, type),
    app: (app) => addApp(state, app),
    install: (app, on) => addInstallation(state, app, on),
    userToken: (login, rights = {}) => addUserToken(state, login, rights),
    installationToken: (installation, rights = {}) =>
      addInstallationToken(state, installation, rights),
    repository: (fullName, given = {}) => addRepository(state, { fullName, ...given }),
    fork: (of, owner) => addRepository(state, { fullName: `${owner}/${of.name}`, parent: of }),
    find: (fullName) => {
      const key = fullName.toLowerCase();
      return state.repositories.get(key) ?? state.formerNames.get(key);
    },
    label: (repository, name) => labelOf(state, repository, name),
    on: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit: (event) => {
      for (const listener of listeners) listener(event);
    },
  };
}

function createBackground(): Pick<World, 'background' | 'idle'> {
  const running = new Set<Promise<unknown>>();
  const failures: unknown[] = [];
  return {
    background: (work) => {
      const watched = work
        .catch((error: unknown) => failures.push(error))
        .finally(() => running.delete(watched));
      running.add(watched);
    },
    idle: async () => {
      while (running.size > 0) await Promise.all(running);
      if (failures.length > 0) throw failures.splice(0)[0];
    },
  };
}
