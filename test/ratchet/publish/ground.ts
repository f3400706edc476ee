import { engines } from '#engines/registry.ts';
import { describeComponent } from '#check/rules/findings/vector-component.ts';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { gitBlobId } from '#platform/files/git-blob.ts';
import { createPublisher } from '#github/publisher.ts';
import { systemHash } from '#platform/system/hash.ts';
import { type ArtifactKey, artifactName } from '#model/artifact.ts';
import type { Changeset } from '#model/changeset.ts';
import type { Sha } from '#model/ids.ts';
import type { Message } from '#model/message.ts';
import type { Observation } from '#model/observation.ts';
import type { Session } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { Log } from '#base/needs/log.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { publishChangeset } from '#ratchet/publish-changeset.ts';
import type { PublishDeps } from '#ratchet/publish/deps.ts';
import type { Publisher } from '#ratchet/needs/publisher.ts';
import { freshStores } from '../../store/sqlite/stores.ts';
import {
  type Ground,
  githubGround,
  makeChangeset,
  pullRequestOf,
  shaOf,
  silentMetrics,
} from '../../github/ground.ts';
import type { FileChanges } from '../../support/github/hands.ts';
import type { Permissions } from '../../support/github/identity.ts';
import {
  anObservation,
  aRun,
  aWorkspaceState,
  runId,
  t0,
  workspaceId,
} from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export const wanted = { workspaceId: workspaceId('workspace-1'), runId: runId('run-1') };
export const branch = 'fix/total';

export interface Entry {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A workspace whose session is finished, over real stores and a GitHub that has its branch. */
export interface PublishGround extends Ground {
  readonly deps: PublishDeps;
  readonly workspaces: WorkspaceStore;
  readonly runs: RunStore;
  readonly artifacts: Artifacts;
  readonly publisher: Publisher;
  readonly sent: Message[];
  readonly logged: Entry[];
  /** The head that the session works on. */
  readonly head: string;
  readonly state: () => Promise<WorkspaceState>;
  readonly transitions: () => Promise<readonly Transition[]>;
  readonly tip: () => string;
  /** Commits that the branch has beyond the head of the session. */
  readonly commitsSince: () => readonly string[];
}

type SessionDifference = Omit<Partial<Session>, 'changeset'> & {
  readonly changeset?: Session['changeset'] | undefined;
};

export interface Given {
  readonly permissions?: Permissions;
  readonly files?: FileChanges;
  /** What src/total.py holds at the head. */
  readonly start?: string;
  /** What else the head holds. */
  readonly head?: FileChanges;
  readonly session?: SessionDifference;
  readonly observation?: Partial<Observation>;
  readonly state?: Partial<WorkspaceState>;
  readonly changeset?: Partial<Changeset>;
  /** What tests demand otherwise. */
  readonly expectations?: Changeset['evidence']['expectations'];
  /** Commits to the base that the changeset merges. */
  readonly base?: FileChanges;
  readonly config?: string;
  readonly costUsd?: number;
}

export async function publishGround(given: Given = {}): Promise<PublishGround> {
  const ground = await githubGround(given.permissions);
  const { hands, github, clock } = ground;
  if (given.config !== undefined) hands.commit('main', { 'ratchetr.yaml': given.config });
  const head = hands.commit(branch, {
    'src/total.py': given.start ?? 'total = 2\n',
    ...given.head,
  });
  const base = given.base && hands.commit('main', given.base);
  const pull = hands.openPull({ head: branch, title: 'Fix' });
  const stores = await freshStores();
  const artifacts = createFileArtifacts({ root: await tempFolder() });
  const parents = base === undefined ? [head] : [head, base];
  const made = await makeChangeset(
    ground,
    parents,
    given.files ?? { 'src/total.py': 'total = 3\n' },
  );
  const { expectations } = given;
  const evidence = { ...made.changeset.evidence, ...(expectations && { expectations }) };
  const changeset = { ...made.changeset, evidence, ...given.changeset };
  await keepResult(artifacts, { ...made, changeset }, hands.head('main'));
  await stores.runs.createRun(aRun({ workspaceId: wanted.workspaceId, headSha: head }));
  const { costUsd = 0.25 } = given;
  await stores.runs.updateRunStatus({
    runId: wanted.runId,
    status: 'succeeded',
    summary: { costUsd },
    now: t0 + 1,
  });
  const headTree = shaOf(hands.repository.git.commit(head)?.tree ?? '');
  const state = aWorkspaceState({
    pullRequest: pullRequestOf(pull, github),
    observation: anObservation({
      headSha: shaOf(head),
      headTree,
      headRef: branch,
      headRepository: 'acme/shop',
      baseSha: shaOf(hands.head('main')),
      canPush: true,
      canPushWorkflows: false,
      signaturesRequired: false,
      ...given.observation,
    }),
    session: sessionOf(given, { head: shaOf(head), headTree, isMerge: base !== undefined }),
    ...given.state,
  });
  await stores.workspaces.create(state, t0);
  const sent: Message[] = [];
  const logged: Entry[] = [];
  const publisher = createPublisher(ground.client, clock);
  const tip = () => hands.head(branch);
  let writes = 0;
  return {
    ...ground,
    workspaces: stores.workspaces,
    runs: stores.runs,
    artifacts,
    publisher,
    sent,
    logged,
    head,
    tip,
    deps: {
      workspaces: stores.workspaces,
      runs: stores.runs,
      artifacts,
      publisher,
      queue: { send: async (messages) => void sent.push(...messages) },
      clock,
      ids: { token: () => `token-${(writes += 1)}-${Math.random()}` },
      hash: systemHash,
      blobId: gitBlobId,
      silencers: engines,
      forge: { readFile: async (_, commit, path) => hands.read(path, commit) },
      env: {},
      overrides: [],
      log: logInto(logged),
      metrics: silentMetrics,
    },
    state: async () => {
      const found = await stores.workspaces.load(wanted.workspaceId);
      if (found === undefined) throw new Error('The workspace is gone');
      return found.state;
    },
    transitions: () =>
      stores.workspaces.listTransitions({ id: wanted.workspaceId, now: clock.now(), limit: 100 }),
    commitsSince: () => {
      const since: string[] = [];
      for (let at: string | undefined = tip(); at !== undefined && at !== head;) {
        since.push(at);
        [at] = hands.repository.git.commit(at)?.parents ?? [];
      }
      return since;
    },
  };
}

function sessionOf(
  { session: different = {} }: Given,
  place: { readonly head: Sha; readonly headTree: Sha; readonly isMerge: boolean },
): Session {
  const { changeset = changesetKey, ...others } = different;
  const plain: Session = {
    id: wanted.runId,
    kind: place.isMerge ? 'merge-conflict' : 'ci',
    phase: 'finished',
    headBefore: place.head,
    headTree: place.headTree,
    fingerprint: 'fingerprint-1',
    runIdsBefore: ['7'],
    reservedAt: t0,
    startBy: t0 + 60_000,
    deadline: t0 + 1_800_000,
    launches: 1,
    fence: 1,
    ...others,
  };
  return 'changeset' in different && different.changeset === undefined
    ? plain
    : { ...plain, changeset };
}

export const changesetKey: ArtifactKey = {
  runId: wanted.runId,
  name: artifactName.parse('result/changeset.json'),
};

/** Everything that a worker leaves behind, and what it was told. */
async function keepResult(
  artifacts: Artifacts,
  { changeset, contents }: Awaited<ReturnType<typeof makeChangeset>>,
  baseSha: string,
): Promise<void> {
  const put = async (name: string, body: Uint8Array | string) => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
    await artifacts.put({ runId: wanted.runId, name: artifactName.parse(name) }, bytes);
  };
  for (const [blob, bytes] of contents) await put(`result/blobs/${blob}`, bytes);
  const components = changeset.evidence.vector.map(({ measures }) => ({
    component: describeComponent(measures),
    measures,
    result: 'same',
    sentence: 'Still 0.',
  }));
  await put('result/evidence.json', JSON.stringify({ acceptable: true, components }));
  await put('result/changeset.json', JSON.stringify(changeset));
  const [headSha] = changeset.parents;
  const brief = {
    schemaVersion: 1,
    runId: wanted.runId,
    work: 'ci',
    pullRequest: aWorkspaceState().pullRequest,
    title: 'Fix',
    headSha,
    headRef: branch,
    baseSha,
    baseRef: 'main',
    failed: [],
    threads: [],
    answers: [],
    budgetUsd: 1,
  };
  await put('brief.json', JSON.stringify(brief));
}

function logInto(entries: Entry[]): Log {
  const add = (message: string, fields: Entry['fields'] = {}) =>
    void entries.push({ message, fields });
  const log: Log = { debug: add, info: add, warn: add, error: add };
  return log;
}

/** What operators read at the end of a fixup. */
export function completed({ logged }: PublishGround): readonly Entry['fields'][] {
  return logged.filter(({ message }) => message === 'Fixup completed').map(({ fields }) => fields);
}

/** Publishes, and tells how the session ended. */
export async function ended(given: Given) {
  const ground = await publishGround(given);
  await publishChangeset(ground.deps, wanted);
  const { session, lastSession } = await ground.state();
  if (session !== undefined) throw new Error(`The session is still ${session.phase}`);
  return { ground, lastSession };
}

/** Calls something right before a method of the publisher does its work. */
export function before(
  { publisher }: PublishGround,
  name: 'prepare' | 'push',
  what: () => unknown,
): Publisher {
  const look = async (called: string) => {
    if (called === name) await what();
  };
  return {
    ...publisher,
    prepare: async (target, publication) => {
      await look('prepare');
      return publisher.prepare(target, publication);
    },
    push: async (target, prepared, publication) => {
      await look('push');
      return publisher.push(target, prepared, publication);
    },
  };
}
