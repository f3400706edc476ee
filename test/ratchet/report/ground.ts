import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createForge } from '#github/forge.ts';
import type { GitHubClient } from '#github/client.ts';
import { systemHash } from '#platform/system/hash.ts';
import { artifactName } from '#model/artifact.ts';
import type { Message } from '#model/message.ts';
import type { WorkspaceHead } from '#model/workspace.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { Log } from '#base/needs/log.ts';
import type { RunStore } from '#model/needs/run-store.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import type { ReportDeps } from '#ratchet/report/deps.ts';
import { changeWithRetries } from '#ratchet/workspace-changes.ts';
import {
  type Ground,
  githubGround,
  pullRequestOf,
  shaOf,
  silentMetrics,
} from '../../github/ground.ts';
import { freshStores } from '../../store/sqlite/stores.ts';
import type { CheckRun, Pull } from '../../support/github/model.ts';
import {
  anObservation,
  aRun,
  aWorkspaceState,
  runId,
  t0,
  workspaceId,
} from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export const id = workspaceId('workspace-1');
export const dueAt = t0 + 77_000;

type State = Parameters<typeof aWorkspaceState>[0];

interface Logged {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A workspace over real stores, and a GitHub that has its pull request. */
export interface ReportGround extends Ground {
  readonly pull: Pull;
  readonly deps: ReportDeps;
  readonly workspaces: WorkspaceStore;
  readonly runs: RunStore;
  readonly sent: Message[];
  readonly logged: Logged[];
  /** The same over another way to GitHub. */
  readonly depsOver: (client: GitHubClient) => ReportDeps;
  readonly head: () => Promise<WorkspaceHead>;
  readonly change: (different: State) => Promise<unknown>;
  readonly keep: (name: string, value: unknown, run?: string) => Promise<unknown>;
  readonly bodies: () => readonly string[];
  readonly checks: () => readonly CheckRun[];
}

export async function reportGround(state: State = {}): Promise<ReportGround> {
  const ground = await githubGround();
  const { hands, github, clock, client } = ground;
  hands.commit('fix', { 'src/total.py': 'total = 2\n' });
  const pull = hands.openPull({ head: 'fix', title: 'Fix' });
  const { runs, workspaces } = await freshStores();
  const artifacts: Artifacts = createFileArtifacts({ root: await tempFolder() });
  const headSha = shaOf(pull.headSha);
  const observation = anObservation({ headSha, baseSha: shaOf(hands.head('main')) });
  const pullRequest = pullRequestOf(pull, github);
  await workspaces.create(aWorkspaceState({ pullRequest, observation, ...state }), dueAt);
  const [sent, logged]: [Message[], Logged[]] = [[], []];
  let writes = 0;
  const log = logInto(logged);
  const depsOver = (over: GitHubClient): ReportDeps => ({
    workspaces,
    runs,
    artifacts,
    forge: createForge({ clock, log, metrics: silentMetrics }, over),
    queue: { send: async (messages) => void sent.push(...messages) },
    clock,
    ids: { token: () => `token-${(writes += 1)}-${Math.random()}` },
    hash: systemHash,
    env: {},
    overrides: [],
    log,
  });
  const head = async (): Promise<WorkspaceHead> => {
    const found = await workspaces.load(id);
    if (found === undefined) throw new Error('The workspace is gone');
    return found;
  };
  const deps = depsOver(client);
  return {
    ...ground,
    pull,
    deps,
    workspaces,
    runs,
    sent,
    logged,
    depsOver,
    head,
    change: (different) =>
      changeWithRetries(deps, id, (seen) => ({
        next: aWorkspaceState({ ...seen.state, ...different }),
        commands: [],
        dueAt,
      })),
    keep: (name, value, run = 'run-1') =>
      artifacts.put(
        { runId: runId(run), name: artifactName.parse(name) },
        new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)),
      ),
    bodies: () => pull.comments.map(({ body }) => body),
    checks: () =>
      (hands.repository.suites.get(headSha) ?? [])
        .filter(({ app }) => app.slug === 'ratchetr')
        .flatMap(({ runs: own }) => own),
  };
}

/** A check of the head, as it is prepared. */
export async function beginCheck({ runs, pull }: ReportGround, different: object = {}) {
  const headSha = pull.headSha;
  const run = aRun({ kind: 'check', workspaceId: id, headSha, ...different });
  await runs.createRun(run);
  return run;
}

function logInto(logged: Logged[]): Log {
  const keep = (message: string, fields = {}) => void logged.push({ message, fields });
  const log: Log = { debug: keep, info: keep, warn: keep, error: keep };
  return log;
}
