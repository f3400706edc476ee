import type { Forge, ForgeRepository } from '#ratchet/needs/forge.ts';
import type { PullRequest } from '#model/workspace.ts';
import { accessTo } from './access.ts';
import { createBaseReader } from './base-reader.ts';
import type { GitHubClient } from './client.ts';
import { createComments } from './comments.ts';
import { createFileReader, createMergeBases, mergeTouchesWorkflows } from './commits.ts';
import { listFailedDeliveries, redeliver } from './deliveries.ts';
import { readFailureLog, whyNeverStarted } from './failure-log.ts';
import { createForgeActions } from './forge-actions.ts';
import { listInstalledRepositories } from './installations.ts';
import { createOwnChecks } from './own-checks.ts';
import { readPullRequests } from './read-pull-requests.ts';
import {
  findRepository,
  listOpenPullRequests,
  listPushes,
  readPermission,
} from './repositories.ts';
import { readOpenThreads } from './review-threads.ts';
import type { GitHubServices } from './sender.ts';
import { createWriter, type GitHubWriter } from './writer.ts';

/** GitHub as the forge. */
export function createForge(services: GitHubServices, client: GitHubClient): Forge {
  return { ...createForgeReading(client, services), ...createForgeWriting(client, services) };
}

/** All that we ask GitHub without changing anything. */
export function createForgeReading(client: GitHubClient, services: GitHubServices) {
  const { clock, log } = services;
  const bases = createBaseReader(client, clock);
  const mergeBaseOf = createMergeBases(client, clock);
  return {
    look: (repository, looks) => readPullRequests({ client, clock, log, bases }, repository, looks),
    findRepository: (owner, name) => findRepository(client, owner, name),
    listRepositories: () => listInstalledRepositories(client, log),
    listOpen: (repository) => listOpenPullRequests(client, repository),
    readFile: createFileReader(client, clock),
    rulesOf: (repository, branch) => bases.rulesOf(accessTo(repository), branch),
    permissionOf: (repository, login) => readPermission(client, repository, login),
    pushesOf: (repository, branch) => listPushes(client, repository, branch),
    failureLog: (repository, check) =>
      readFailureLog({ client, fetch: services.fetch }, repository, check),
    neverStarted: (repository, check) => whyNeverStarted(client, repository, check),
    openThreads: (pullRequest, ids) => readOpenThreads(client, pullRequest, ids),
    mergeBaseOf,
    mergeTouchesWorkflows: async (repository, head, base) => {
      const fork = await mergeBaseOf(repository, head, base);
      return mergeTouchesWorkflows(client, repository, { head, base, fork });
    },
    checkoutOf: (repository) => checkoutOf(client, repository),
    failedDeliveries: (since) => listFailedDeliveries(client, since),
    redeliver: (id) => redeliver(client, id),
  } satisfies Partial<Forge>;
}

// A token for this checkout alone: the worker that fetches with it revokes it, which must end no other work.
async function checkoutOf(client: GitHubClient, repository: ForgeRepository) {
  const { owner, name } = repository;
  const { token } = await client.mint(accessTo(repository, { contents: 'read' }));
  return { url: `${client.server.webUrl}/${owner}/${name}.git`, token };
}

/** What we say on GitHub, and the small things that we ask of it. Each call may be repeated. */
export function createForgeWriting(
  client: GitHubClient,
  services: Pick<GitHubServices, 'clock' | 'log'>,
) {
  const writer = createWriter(client, services);
  return { ...createChecks(writer), ...createTalk(writer), ...createForgeActions(writer) };
}

/** One after the other for each check: two calls at once would both find that it was not started yet. */
function createChecks(writer: GitHubWriter) {
  const inTurn = createTurns();
  const checks = createOwnChecks(writer);
  return {
    startCheck: (repository, check) =>
      inTurn(check.externalId, () => checks.startCheck(repository, check)),
    completeCheck: (repository, check, report) =>
      inTurn(check.externalId, () => checks.completeCheck(repository, check, report)),
  } satisfies Partial<Forge>;
}

/** One after the other on each pull request: two calls at once would both find that nothing was said yet. */
function createTalk(writer: GitHubWriter) {
  const inTurn = createTurns();
  const comments = createComments(writer);
  return {
    putComment: (on, comment) =>
      inTurn(conversationKey(on), () => comments.putComment(on, comment)),
    addComment: (on, marker, markdown) =>
      inTurn(conversationKey(on), () => comments.addComment(on, marker, markdown)),
    replyInThread: (on, reply) =>
      inTurn(conversationKey(on), () => comments.replyInThread(on, reply)),
  } satisfies Partial<Forge>;
}

function conversationKey({ repositoryId, number }: PullRequest): string {
  return `${repositoryId} ${number}`;
}

/** Runs work of one key one after the other, in the order it came; a failure stops none that waits. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const settled = turn.catch(() => undefined);
    last.set(key, settled);
    void settled.finally(() => {
      if (last.get(key) === settled) last.delete(key);
    });
    return turn;
  };
}
