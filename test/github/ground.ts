import { generateKeyPairSync } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitBlobId } from '#platform/files/git-blob.ts';
import type { GitHubCredentials } from '#github/access.ts';
import { createGitHubClient, type GitHubClient } from '#github/client.ts';
import { type Changeset, changeset } from '#model/changeset.ts';
import { type Sha, sha } from '#model/ids.ts';
import { type PullRequest, pullRequest } from '#model/workspace.ts';
import type { Log, LogFields } from '#base/needs/log.ts';
import type { Metrics } from '#model/needs/metrics.ts';
import type { ReadBlob } from '#ratchet/needs/publisher.ts';
import { createGitStore } from '../support/github/git-store.ts';
import { type FileChanges, type Hands, handsOn } from '../support/github/hands.ts';
import type { Installation, Permissions } from '../support/github/identity.ts';
import type { Pull } from '../support/github/model.ts';
import { type GitHub, startGitHub } from '../support/github/server.ts';
import { editTree } from '../support/github/trees.ts';
import { createImpatientClock, type ManualClock } from '../support/manual-clock.ts';
import { t0 } from '../support/samples.ts';
import { tempFolder } from '../support/temp-folder.ts';

export interface Ground {
  readonly github: GitHub;
  readonly hands: Hands;
  readonly clock: ManualClock;
  readonly installation: Installation;
  readonly log: Log;
  /** What was logged as a warning. */
  readonly warnings: readonly (LogFields & { readonly message: string })[];
  /** As the App. */
  readonly client: GitHubClient;
  /** As the App, over a way of its own. */
  readonly clientWith: (send: typeof fetch) => GitHubClient;
  /** As the owner of a plain token. */
  readonly tokenClient: (login: string) => GitHubClient;
  readonly clientWithToken: (token: string) => GitHubClient;
}

export const appPermissions: Permissions = {
  metadata: 'read',
  contents: 'write',
  pull_requests: 'write',
  issues: 'write',
  checks: 'write',
  statuses: 'read',
  actions: 'write',
};

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** A GitHub with the repository acme/shop, in which our App is installed. */
export async function githubGround(permissions = appPermissions): Promise<Ground> {
  const inner = createImpatientClock(t0);
  // Pauses have fractions of milliseconds, and no clock tells them.
  const clock = { ...inner, now: () => Math.floor(inner.now()) };
  const github = await startGitHub({ root: await tempFolder(), clock });
  onTestFinished(() => github.close());
  const { world, url } = github;
  const hands = handsOn(world, 'acme/shop');
  hands.commit('main', {
    'README.md': 'Shop\n',
    'src/total.py': 'total = 1\n',
    'src/old.py': 'old = 1\n',
    'run.sh': { mode: '100755', text: '#!/bin/sh\n' },
  });
  const app = world.app({ slug: 'ratchetr', publicKey, permissions });
  const installation = world.install(app, { account: 'acme' });
  const warnings: (LogFields & { readonly message: string })[] = [];
  const log = logTo(warnings);
  const clientFor = (credentials: GitHubCredentials, send = fetch) =>
    createGitHubClient(
      { clock, log, metrics: silentMetrics, fetch: send },
      { apiUrl: url, credentials: async () => credentials },
    );
  const asApp: GitHubCredentials = { kind: 'app', appId: String(app.id), privateKey };
  return {
    github,
    hands,
    clock,
    installation,
    log,
    warnings,
    client: clientFor(asApp),
    clientWith: (send) => clientFor(asApp, send),
    tokenClient: (login) => clientFor({ kind: 'token', token: world.userToken(login).token }),
    clientWithToken: (token) => clientFor({ kind: 'token', token }),
  };
}

export const silentMetrics: Metrics = {
  count: () => {},
  duration: () => {},
  gauge: () => {},
  flush: () => {},
};

function logTo(warnings: (LogFields & { readonly message: string })[]): Log {
  const warn = (message: string, fields?: LogFields) => void warnings.push({ ...fields, message });
  const log: Log = { debug: () => {}, info: () => {}, warn, error: warn };
  return log;
}

/** The pull request as workspaces keep it. */
export function pullRequestOf({ repository, number, nodeId }: Pull, { url }: GitHub): PullRequest {
  return pullRequest.parse({
    host: new URL(url).host,
    repositoryId: String(repository.id),
    owner: repository.owner.login,
    name: repository.name,
    number,
    nodeId,
  });
}

export interface Made {
  readonly changeset: Changeset;
  readonly read: ReadBlob;
  readonly contents: ReadonlyMap<Sha, Uint8Array>;
}

/** What a worker would make: its objects are nowhere yet but with itself. */
export async function makeChangeset(
  { hands }: Pick<Ground, 'hands'>,
  parents: readonly string[],
  files: FileChanges,
): Promise<Made> {
  const copy = join(await tempFolder(), 'copy.git');
  await cp(hands.repository.git.dir, copy, { recursive: true });
  const git = createGitStore(copy, { defaultBranch: 'main' });
  const contents = new Map<Sha, Uint8Array>();
  const edits = Object.entries(files).map(([path, file]) => {
    if (file === null) return { path, edit: null, change: { kind: 'delete', path } };
    const { mode, text } = typeof file === 'string' ? { mode: '100644', text: file } : file;
    const bytes = Buffer.from(text);
    const blob = gitBlobId(bytes);
    contents.set(blob, bytes);
    const content = { runId: 'run-1', name: `result/blobs/${blob}` };
    const change = { kind: 'write', path, mode, blob, content, sizeBytes: bytes.length };
    return { path, edit: { mode, sha: git.writeBlob(bytes) }, change };
  });
  const base = git.commit(parents[0] ?? '')?.tree;
  const tree = editTree(git, base, new Map(edits.map(({ path, edit }) => [path, edit])));
  const measures = { kind: 'new-findings', engine: 'ruff' };
  const numbers = [{ measures, before: 0, after: 0 }];
  const report = { runId: 'run-1', name: 'result/evidence.json' };
  const made = changeset.parse({
    schemaVersion: 2,
    runId: 'run-1',
    parents,
    tree,
    changes: edits.map(({ change }) => change),
    message: 'Repair what ratchetr found\n\nTwo findings are repaired.\n',
    committedAt: t0 + 1_234,
    evidence: { tree, head: parents[0], vector: numbers, notWorse: true, report },
    patchSha256: '0'.repeat(64),
  });
  const read: ReadBlob = async (blob) => {
    const bytes = contents.get(blob);
    if (bytes === undefined) throw new Error(`Nobody made ${blob}`);
    return bytes;
  };
  return { changeset: made, read, contents };
}

export const shaOf = (text: string): Sha => sha.parse(text);
