import type { Forge, ForgeRepository } from '#ratchet/needs/forge.ts';
import { reading } from './access.ts';
import { createBaseReader } from './base-reader.ts';
import { pushesOf } from './branch-pushes.ts';
import type { GitHubClient } from './client.ts';
import { createFileReader, mergeTouchesWorkflows } from './committed-files.ts';
import { failedDeliveries, redeliver } from './deliveries.ts';
import { failureLog, neverStarted } from './failure-log.ts';
import { installedRepositories } from './installed-repositories.ts';
import { look } from './look.ts';
import { createMergeBases } from './merge-bases.ts';
import { openThreads } from './open-threads.ts';
import { findRepository, listOpen, permissionOf } from './repositories.ts';
import type { GitHubDeps } from './sender.ts';

export type ForgeReader = Pick<
  Forge,
  | 'checkoutOf'
  | 'failedDeliveries'
  | 'failureLog'
  | 'findRepository'
  | 'listOpen'
  | 'listRepositories'
  | 'look'
  | 'mergeBaseOf'
  | 'mergeTouchesWorkflows'
  | 'neverStarted'
  | 'openThreads'
  | 'permissionOf'
  | 'pushesOf'
  | 'readFile'
  | 'redeliver'
  | 'rulesOf'
>;

/** All that we ask GitHub without changing anything. */
export function createForgeReading(client: GitHubClient, deps: GitHubDeps): ForgeReader {
  const { clock, log } = deps;
  const bases = createBaseReader({ client, clock });
  const mergeBaseOf = createMergeBases({ client, clock });
  return {
    look: (repository, looks) => look({ client, clock, log, bases }, repository, looks),
    findRepository: (owner, name) => findRepository(client, owner, name),
    listRepositories: () => installedRepositories({ client, log }),
    listOpen: (repository) => listOpen(client, repository),
    readFile: createFileReader({ client, clock }),
    rulesOf: (repository, branch) => bases.rulesOf({ repository, permissions: reading }, branch),
    permissionOf: (repository, login) => permissionOf(client, repository, login),
    pushesOf: (repository, branch) => pushesOf(client, repository, branch),
    failureLog: (repository, check) => failureLog({ client, fetch: deps.fetch }, repository, check),
    neverStarted: (repository, check) => neverStarted(client, repository, check),
    openThreads: (pullRequest, ids) => openThreads(client, pullRequest, ids),
    mergeBaseOf,
    mergeTouchesWorkflows: (repository, head, base) =>
      mergeTouchesWorkflows({ client, mergeBaseOf }, repository, { head, base }),
    checkoutOf: (repository) => checkoutOf(client, repository),
    failedDeliveries: (since) => failedDeliveries(client, since),
    redeliver: (id) => redeliver(client, id),
  };
}

// A token of its own: whoever fetches with it drops it, and nobody else's ends with that.
async function checkoutOf(client: GitHubClient, repository: ForgeRepository) {
  const { owner, name } = repository;
  const { token } = await client.mint({ repository, permissions: { contents: 'read' } });
  return { url: `${client.place.webUrl}/${owner}/${name}.git`, token };
}
