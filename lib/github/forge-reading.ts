import type { Forge, ForgeRepository } from '#ratchet/needs/forge.ts';
import { reading } from './access.ts';
import { createBaseReader } from './base-reader.ts';
import { listPushes } from './branch-pushes.ts';
import type { GitHubClient } from './client.ts';
import { createFileReader, mergeTouchesWorkflows } from './committed-files.ts';
import { listFailedDeliveries, redeliver } from './deliveries.ts';
import { readFailureLog, whyNeverStarted } from './failure-log.ts';
import { listInstalledRepositories } from './installed-repositories.ts';
import { readPullRequests } from './look.ts';
import { createMergeBases } from './merge-bases.ts';
import { readOpenThreads } from './open-threads.ts';
import { findRepository, listOpenPullRequests, readPermission } from './repositories.ts';
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
    look: (repository, looks) => readPullRequests({ client, clock, log, bases }, repository, looks),
    findRepository: (owner, name) => findRepository(client, owner, name),
    listRepositories: () => listInstalledRepositories({ client, log }),
    listOpen: (repository) => listOpenPullRequests(client, repository),
    readFile: createFileReader({ client, clock }),
    rulesOf: (repository, branch) => bases.rulesOf({ repository, permissions: reading }, branch),
    permissionOf: (repository, login) => readPermission(client, repository, login),
    pushesOf: (repository, branch) => listPushes(client, repository, branch),
    failureLog: (repository, check) =>
      readFailureLog({ client, fetch: deps.fetch }, repository, check),
    neverStarted: (repository, check) => whyNeverStarted(client, repository, check),
    openThreads: (pullRequest, ids) => readOpenThreads(client, pullRequest, ids),
    mergeBaseOf,
    mergeTouchesWorkflows: (repository, head, base) =>
      mergeTouchesWorkflows({ client, mergeBaseOf }, repository, { head, base }),
    checkoutOf: (repository) => checkoutOf(client, repository),
    failedDeliveries: (since) => listFailedDeliveries(client, since),
    redeliver: (id) => redeliver(client, id),
  };
}

// A token of its own: whoever fetches with it drops it, and nobody else's ends with that.
async function checkoutOf(client: GitHubClient, repository: ForgeRepository) {
  const { owner, name } = repository;
  const { token } = await client.mint({ repository, permissions: { contents: 'read' } });
  return { url: `${client.place.webUrl}/${owner}/${name}.git`, token };
}
