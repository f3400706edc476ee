import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteQueue } from '#store/sqlite/queue.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { createSqliteWorkspaceStore } from '#store/sqlite/workspace-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { createIds } from '#platform/system/ids.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import { type ArtifactKey, artifactName } from '#model/artifact.ts';
import { changeset } from '#model/changeset.ts';
import type { Message } from '#model/message.ts';
import { type RunBrief, runBrief } from '#model/run-brief.ts';
import type { CheckSession, Session } from '#model/session.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { briefName } from '#ratchet/dispatch/brief-name.ts';
import { pinnedNode, type Started, startProgram } from '../../cli/start-program.ts';
import type { GitRepository } from '../../support/git-repository.ts';
import { aRun, aWorkspaceState, runId, workspaceId } from '../../support/samples.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const program = resolve('lib/local/worker/start.mjs');

export const run = runId('run-1');
export const workspace = workspaceId('workspace-1');

export interface PullRequestGround {
  readonly repository: GitRepository;
  /** Branch names. */
  readonly head: string;
  readonly base: string;
}

/** Stores the state, the run and the brief as a launch leaves them. */
export async function launched(
  { repository, head, base }: PullRequestGround,
  told: Partial<RunBrief> & Pick<RunBrief, 'work'>,
  sooner: Partial<Pick<Session, 'deadline' | 'startBy'>> = {},
) {
  const [home, forge, temporary] = [await tempFolder(), await tempFolder(), await tempFolder()];
  execFileSync('git', ['clone', '-q', '--bare', repository.root, join(forge, 'shop.git')]);
  const stores = await openHome(home);
  const brief = briefOf(repository, { head, base, told });
  const kind = brief.work === 'check' ? 'check' : 'fixup';
  const { headSha, baseSha } = brief;
  const now = Date.now();
  await stores.runs.createRun(
    aRun({ id: run, workspaceId: workspace, kind, headSha, baseSha, config: {}, startedAt: now }),
  );
  const key: ArtifactKey = { runId: run, name: briefName };
  await stores.artifacts.put(key, new TextEncoder().encode(JSON.stringify(brief)));
  const at = { startBy: now + 300_000, deadline: now + 600_000, ...sooner };
  await stores.workspaces.create(stateFor(brief, repository, at), now);
  const start = (env: Readonly<Record<string, string>> = {}): Started => {
    const given = {
      TMPDIR: temporary,
      XDG_CACHE_HOME: join(home, 'cache'),
      RATCHETR_CLONE_URL: join(forge, '{name}.git'),
      ...env,
    };
    const variables = Object.entries(given).map(([name, value]) => `${name}=${value}`);
    const order = ['--home', home, '--workspace', workspace, '--run', run];
    return startProgram(['/usr/bin/env', ...variables, pinnedNode, program, ...order], {
      cwd: home,
    });
  };
  return {
    ...stores,
    home,
    forge,
    brief,
    start,
    temporary,
    /** What workers have left in the folder for temporary files. */
    left: () => leftIn(temporary),
    state: () => stateOf(stores.workspaces),
    artifact: (name: string) => textOf(stores.artifacts, name),
    result: () => resultOf(stores),
    promised: () => promisedBy(stores),
    relaunch: () => relaunch(stores.workspaces),
  };
}

/** What tools keep for themselves is theirs. */
function leftIn(temporary: string): readonly string[] {
  const paths = readdirSync(temporary, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.startsWith('ratchetr-'));
}

async function openHome(home: string) {
  execFileSync('mkdir', ['-p', join(home, '.ratchetr')]);
  const database = openDatabase({ path: join(home, '.ratchetr/state.db') });
  onTestFinished(() => database.close());
  const workspaces = createSqliteWorkspaceStore({ database });
  await workspaces.init();
  const root = join(home, '.ratchetr/artifacts');
  const ids = createIds({ clock: systemClock });
  const log = createTextLog({ clock: systemClock, output: process.stderr }, { level: 'error' });
  return {
    workspaces,
    queue: createSqliteQueue({ database, clock: systemClock, ids, log }),
    runs: createSqliteRunStore({ database }),
    artifacts: createFileArtifacts({ root }),
  };
}

type Home = Awaited<ReturnType<typeof openHome>>;

function briefOf(
  { git }: GitRepository,
  { head, base, told }: Pick<PullRequestGround, 'base' | 'head'> & { readonly told: object },
): RunBrief {
  return runBrief.parse({
    schemaVersion: 1,
    runId: run,
    pullRequest: aWorkspaceState().pullRequest,
    title: 'Open the shop',
    headSha: git('rev-parse', head),
    headRef: head,
    baseSha: git('rev-parse', base),
    baseRef: base,
    failed: [],
    threads: [],
    answers: [],
    budgetUsd: 5,
    ...told,
  });
}

function stateFor(
  { work, headSha }: RunBrief,
  { git }: GitRepository,
  at: Pick<Session, 'deadline' | 'startBy'>,
): WorkspaceState {
  const worker = { id: run, phase: 'launching', launches: 1, fence: 0, ...at } as const;
  const check: CheckSession = { ...worker, kind: 'check', headSha };
  if (work === 'check') return aWorkspaceState({ id: workspace, check });
  const headTree = git('rev-parse', `${headSha}^{tree}`);
  const facts = { fingerprint: 'seen', runIdsBefore: [], reservedAt: Date.now() };
  const session = { ...worker, kind: work, headBefore: headSha, headTree, ...facts };
  return aWorkspaceState({ id: workspace, session });
}

async function stateOf(workspaces: Home['workspaces']): Promise<WorkspaceState> {
  const head = await workspaces.load(workspace);
  if (head === undefined) throw new Error('The workspace is gone');
  return head.state;
}

/** As a control plane does that found the worker dead. */
async function relaunch(workspaces: Home['workspaces']): Promise<void> {
  const seen = await workspaces.load(workspace);
  if (seen?.state.session === undefined) throw new Error('There is no session to launch again');
  const { nonce: _, ...session } = seen.state.session;
  const next = { ...seen.state, session: { ...session, phase: 'launching' as const } };
  const change = { seen, next, commands: [], now: Date.now(), token: 'relaunch' };
  const { kind } = await workspaces.commit(change);
  if (kind === 'lost') throw new Error('Somebody else changed the workspace');
}

/** The next message that the control plane gets. */
async function promisedBy({ queue }: Home): Promise<Message> {
  const heard = new AbortController();
  let first: Message | undefined;
  const late = AbortSignal.timeout(10_000);
  await queue.receive(
    async (message) => {
      first ??= message;
      heard.abort();
      return 'done';
    },
    AbortSignal.any([heard.signal, late]),
  );
  if (first === undefined) throw new Error('Nothing was promised');
  return first;
}

async function textOf(artifacts: Home['artifacts'], name: string): Promise<string | undefined> {
  const bytes = await artifacts.get({ runId: run, name: artifactName.parse(name) });
  return bytes && new TextDecoder().decode(bytes);
}

/** What the run wants on the branch: its first line, the parents, and each file with its new text; null: it is gone. */
async function resultOf({ workspaces, artifacts }: Home) {
  const { session } = await stateOf(workspaces);
  if (session?.changeset === undefined) throw new Error('There is no changeset');
  const text = await textOf(artifacts, session.changeset.name);
  const { parents, tree, changes, message } = changeset.parse(JSON.parse(text ?? ''));
  const files = changes.map(async (change) => {
    const read = change.kind === 'write' ? await textOf(artifacts, change.content.name) : null;
    return [change.path, read] as const;
  });
  const [title] = message.split('\n');
  return { title, parents, tree, files: Object.fromEntries(await Promise.all(files)) };
}
