import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createForge } from '#github/forge.ts';
import { createSqliteInstallationStore } from '#store/sqlite/installations.ts';
import { createSqliteSpending } from '#store/sqlite/spending.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createIds } from '#platform/system/ids.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { Message, WorkspaceCommand } from '#model/message.ts';
import type { Session } from '#model/session.ts';
import type { WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import { newWorkspace } from '#ratchet/rules/decision/new-workspace.ts';
import type { Artifacts } from '#model/needs/artifacts.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';
import { decideNext } from '#ratchet/decide-next.ts';
import { dispatchRun } from '#ratchet/dispatch-run.ts';
import { obeyCommand } from '#ratchet/obey-command.ts';
import { recordExit } from '#ratchet/record-exit.ts';
import { runForgeAction } from '#ratchet/run-forge-action.ts';
import { serveSession } from '#worker/serve-session.ts';
import { wakeDue } from '#ratchet/wake-due.ts';
import { freshStores } from '../../store/sqlite/stores.ts';
import { githubGround, pullRequestOf, silentMetrics } from '../../github/ground.ts';
import { recordingLog } from '../../support/recording-log.ts';
import type { CheckRun, Conclusion, Pull } from '../../support/github/model.ts';
import type { Permissions } from '../../support/github/identity.ts';
import { memoryLauncher } from '../../support/memory-launcher.ts';
import { installationId } from '../../support/samples.ts';
import { notGreener } from '../../support/not-greener.ts';
import { tempFolder } from '../../support/temp-folder.ts';

export interface Given {
  /** Settings of the repository; what is not said here is as usual, but no head is checked by us. */
  readonly config?: object;
  readonly permissions?: Permissions;
}

export type Ground = Awaited<ReturnType<typeof decideGround>>;

export const minute = 60_000;
export const installation = installationId('installation-1');

/** All steps around a decision over real stores and a GitHub, with workers that only a launcher knows. */
export async function decideGround({ config = {}, permissions }: Given = {}) {
  const github = await githubGround(permissions);
  const { hands, clock, client } = github;
  hands.repository.collaborators.set('ann', 'write');
  const configure = (settings: object): string =>
    hands.commit('main', { 'ratchetr.yaml': JSON.stringify(settings, null, 2) });
  configure({ policy: { checkHeads: false }, ...config });
  const log = recordingLog();
  const stores = await freshStores();
  const { database, workspaces, runs } = stores;
  const sent: Message[] = [];
  const ids = createIds({ clock });
  const limits = { attempt: 1_000_000, pullRequest: 5_000_000, month: 10_000_000 };
  const deps = {
    workspaces,
    runs,
    installations: createSqliteInstallationStore({ database }),
    artifacts: createFileArtifacts({ root: await tempFolder() }),
    spending: createSqliteSpending({ database, clock, ids }, { limits }),
    forge: createForge({ clock, log, metrics: silentMetrics }, client),
    launcher: memoryLauncher(),
    queue: { send: async (messages: readonly Message[]) => void sent.push(...messages) },
    clock,
    ids,
    hash: systemHash,
    env: {},
    overrides: [],
    log,
    metrics: silentMetrics,
    random: () => 0,
  };
  return {
    ...github,
    ...deps,
    deps,
    sent,
    configure,
    ...peopleOf(github),
    ...clockwork(deps, { ...github, sent }),
  };
}

type GitHubGround = Awaited<ReturnType<typeof githubGround>>;

/** What people and their continuous integration do. */
function peopleOf({ hands }: GitHubGround) {
  return {
    /** A pull request with one commit of its author and the label. */
    open: (head: string, plan: OpenPlan = {}): Pull => {
      const {
        files = { [`src/${head}.py`]: 'new = 1\n' },
        labels = ['ratchet'],
        fromFork,
        ...rest
      } = plan;
      const author = fromFork ?? rest.author ?? 'ann';
      const copy = fromFork === undefined ? hands : hands.fork(fromFork);
      copy.commit(head, files, { author });
      const pull = hands.openPull({
        head,
        title: `Add ${head}`,
        ...rest,
        author,
        ...(fromFork !== undefined && { fromFork }),
      });
      for (const label of labels) hands.label(pull.number, label);
      return pull;
    },
    /** A check of a head that is over at once. */
    check: (
      sha: string,
      conclusion: Conclusion,
      given: { name?: string; log?: string } = {},
    ): CheckRun => {
      const { name = 'tests', log = 'src/total.py:3: error: Name "price" is not defined\n' } =
        given;
      const run = hands.startCheck({ sha, name });
      hands.completeCheck(run, { conclusion, summary: 'It ran.', log });
      return run;
    },
  };
}

interface OpenPlan {
  readonly files?: Readonly<Record<string, string>>;
  readonly labels?: readonly string[];
  readonly author?: string;
  readonly draft?: boolean;
  readonly fromFork?: string;
}

/** What happens by itself: looks, and all that they ask for. */
function clockwork(
  deps: Parts,
  {
    github,
    hands,
    clock,
    sent,
  }: Pick<GitHubGround, 'github' | 'hands' | 'clock'> & {
    readonly sent: Message[];
  },
) {
  const { workspaces } = deps;
  const head = async (id: WorkspaceId): Promise<WorkspaceHead> => {
    const found = await workspaces.load(id);
    if (found === undefined) throw new Error(`There is no workspace ${id}`);
    return found;
  };
  const state = async (id: WorkspaceId) => (await head(id)).state;
  const carryOut = async (): Promise<void> => {
    for (let message = sent.shift(); message !== undefined; message = sent.shift()) {
      await handle(deps, message);
    }
  };
  const code = async (id: WorkspaceId) => (await state(id)).lastDecision?.code;
  return {
    head,
    state,
    code,
    carryOut,
    watch: async (pull: Pull, different: Partial<WorkspaceState> = {}): Promise<WorkspaceId> => {
      const pullRequest = pullRequestOf(pull, github);
      const watch = {
        pullRequest,
        installationId: installation,
        now: clock.now(),
        hash: deps.hash.hex,
      };
      const begun = { ...newWorkspace(watch), ...different };
      await workspaces.create(begun, clock.now());
      return begun.id;
    },
    /** Somebody wakes them; they are looked at, and what that asks for is done. Answers the guard that decided last. */
    look: async (...wanted: readonly WorkspaceId[]) => {
      for (const id of wanted) await workspaces.wake(id, clock.now());
      await decideNext(deps, wanted);
      // Whether a branch merges is worked out only once somebody asks.
      for (const id of wanted) {
        const { lastDecision, observation } = await state(id);
        if (lastDecision?.code !== 'UNSETTLED' || observation?.mergeable !== 'unknown') continue;
        clock.advance(3_000);
        await decideNext(deps, [id]);
      }
      for (const id of wanted) notGreener(hands.repository, await state(id));
      await carryOut();
      const [first] = wanted;
      return first && code(first);
    },
    /** Time passes, and whoever is due by then is looked at. */
    pass: async (milliseconds: number) => {
      clock.advance(milliseconds);
      await wakeDue(deps);
      await carryOut();
    },
    /** The guards of its log, oldest first. */
    story: async (id: WorkspaceId) => {
      const listed = await workspaces.listTransitions({ id, now: clock.now(), limit: 100 });
      return listed.toReversed().map(({ action, snapshot: { code: guard, outcome } }) => {
        const word = guard ?? outcome;
        return typeof word === 'string' ? word : action;
      });
    },
    session: async (id: WorkspaceId): Promise<Session> => {
      const { session } = await state(id);
      if (session === undefined) throw new Error('There is no session');
      return session;
    },
    /** The worker of the live session, as the control plane sees it. */
    worker: async (id: WorkspaceId) => {
      const { session, check } = await state(id);
      const runId = (session ?? check)?.id;
      if (runId === undefined) throw new Error('Nothing was launched');
      const served = { ...deps, checkoutOf: async () => ({ url: github.url }) };
      return serveSession(served, { workspaceId: id, runId });
    },
    commands: (): readonly WorkspaceCommand[] =>
      sent.flatMap((message) => (message.kind === 'command' ? [message.command] : [])),
  };
}

type Parts = Parameters<typeof decideNext>[0] &
  Parameters<typeof dispatchRun>[0] &
  Parameters<typeof recordExit>[0] &
  Parameters<typeof obeyCommand>[0] &
  Parameters<typeof runForgeAction>[0] &
  Parameters<typeof wakeDue>[0] & {
    readonly workspaces: WorkspaceStore;
    readonly artifacts: Artifacts;
  };

/** Reports and publishing have grounds of their own, so they are left out. */
async function handle(deps: Parts, message: Message): Promise<void> {
  if (message.kind === 'look') {
    await decideNext(deps, message.workspaceIds);
  } else if (message.kind === 'asked') {
    await obeyCommand(deps, message);
  } else {
    const { workspaceId, command } = message;
    if (command.kind === 'dispatch') await dispatchRun(deps, { workspaceId, runId: command.runId });
    if (command.kind === 'exit') await recordExit(deps, { workspaceId, runId: command.runId });
    if (command.kind === 'stop') await deps.launcher.stop(command.taskRef, command.because);
    if (command.kind === 'errand')
      await runForgeAction(deps, { workspaceId, action: command.errand });
  }
}

/** A watched pull request whose check says this, or still runs. */
export async function watched(ground: Ground, conclusion?: 'SUCCESS' | 'FAILURE') {
  const pull = ground.open('fix');
  if (conclusion === undefined) ground.hands.startCheck({ sha: pull.headSha, name: 'tests' });
  else ground.check(pull.headSha, conclusion);
  const id = await ground.watch(pull);
  return { pull, id };
}

/** The first check that ran for a head. */
export function firstRun({ hands }: Ground, headSha: string): CheckRun {
  const run = hands.repository.suites.get(headSha)?.[0]?.runs[0];
  if (run === undefined) throw new Error('No check runs');
  return run;
}

/** The running check of a head ends red. */
export function fail(ground: Ground, headSha: string): void {
  ground.hands.completeCheck(firstRun(ground, headSha), { conclusion: 'FAILURE', log: 'no\n' });
}
