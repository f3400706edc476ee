import { dirname, join } from 'node:path';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { LoadedConfig } from '#config/load.ts';
import type { CheckoutTree } from '#check/needs/environments.ts';
import { listShared, prepareCheck, type PreparedCheck } from '#check/prepare/prepare-check.ts';
import { runSetup } from '#check/run-setup.ts';
import type { RunId, Sha } from '#model/ids.ts';
import type { OpenedCheckout } from '../needs/checkout.ts';
import type { Worker } from '../worker.ts';
import {
  buildOwn,
  ensureShared,
  type EnvironmentWanted,
  installsSame,
  type SharedEnvironment,
} from './choose-environment.ts';
import { planInstall, type PlannedInstall, prepareAndWarn } from './plan-install.ts';
import {
  type EnvironmentToOpen,
  openRunEnvironment,
  type RunEnvironment,
} from './run-environment.ts';

export interface WorkToInstall extends Pick<OpenedCheckout, 'gitDir' | 'openAt' | 'repository'> {
  readonly runId: RunId;
  readonly head: Sha;
  readonly mergeBase: Sha;
  /** The commit of the base of which it is recorded what engines say. */
  readonly recorded: Sha;
  /** The repository of the base, as nobody else can name theirs. */
  readonly repositoryName: string;
  readonly settings: LoadedConfig;
  /** Names the log of one more set-up. */
  readonly nextLog: () => string;
  /** All that the run uses; it grows. */
  readonly used: RunEnvironment[];
}

export interface InstalledWork {
  readonly prepared: PreparedCheck;
  readonly ofBase?: PreparedCheck | undefined;
}

/** Installs what a head needs: what the base alone has built, where it reads the same; else what is its own, for this run alone. */
export async function installWork(
  worker: Worker,
  work: WorkToInstall,
  planned: PlannedInstall,
): Promise<Outcome<InstalledWork>> {
  const { inside, outside, prepared } = planned;
  if (inside.length + outside.length === 0) return ok({ prepared });
  const sources = await sourcesAt(worker, work, work.head);
  const wanted = wantedFor(work, { sources, facts: prepared.facts, commands: inside });
  const choosing: Outcome<ChosenFor> =
    inside.length === 0 ? ok({}) : await chooseFor(worker, work, wanted);
  if (choosing.kind === 'refused') return choosing;
  const { installed, ofBase } = choosing.value;
  const fetched = await fetchOutside(worker, work, {
    prepared: { ...prepared, installed },
    tree: sources.tree,
    commands: outside,
  });
  if (fetched.kind === 'refused') return fetched;
  const { repository, settings } = work;
  // The first preparation could not see what was installed.
  const again = await prepareAndWarn(worker.host, {
    repository,
    settings,
    ofBase: true,
    installed,
  });
  return again.kind === 'refused' ? again : ok({ prepared: again.value, ofBase });
}

async function sourcesAt(
  { host }: Worker,
  { repository, gitDir }: Pick<WorkToInstall, 'gitDir' | 'repository'>,
  commit: Sha,
): Promise<CheckoutTree> {
  const tree = await host.history.treeOf(repository, commit);
  if (tree === undefined) throw new Error(`The checkout has no commit ${commit}`);
  return { repository, gitDir, tree };
}

interface ChosenFor {
  readonly installed?: RunEnvironment;
  readonly ofBase?: PreparedCheck | undefined;
}

async function chooseFor(
  worker: Worker,
  work: WorkToInstall,
  wanted: EnvironmentWanted,
): Promise<Outcome<ChosenFor>> {
  const { sources } = wanted;
  const atBase = { ...wanted, sources: await sourcesAt(worker, work, work.mergeBase) };
  const isBase = sources.tree === atBase.sources.tree;
  if (await installsSame(worker, wanted, atBase.sources)) {
    const shared = await ensureShared(worker, atBase);
    if (shared.kind === 'refused') return shared;
    if (isBase || !shared.value.isOfSources) {
      return ok({ installed: useShared(worker, work, { wanted: atBase, ...shared.value }) });
    }
    await shared.value.sealed.release();
  }
  const own = await buildOwn(worker, wanted);
  if (own.kind === 'refused') return own;
  const rebuild = () => buildOwn(worker, wanted);
  const installed = use(work, { sealed: own.value, rebuild });
  return ok({ installed, ofBase: await prepareBase(worker, work) });
}

function wantedFor(
  { runId, repositoryName, nextLog }: WorkToInstall,
  given: Pick<EnvironmentWanted, 'commands' | 'facts' | 'sources'>,
): EnvironmentWanted {
  return { runId, repositoryName, nextLog, ...given };
}

interface SharedUse extends SharedEnvironment {
  readonly wanted: EnvironmentWanted;
}

function useShared(worker: Worker, work: WorkToInstall, { wanted, sealed }: SharedUse) {
  const rebuild = async () => {
    const made = await ensureShared(worker, wanted);
    return made.kind === 'ok' ? ok(made.value.sealed) : made;
  };
  return use(work, { sealed, rebuild });
}

/** Opens it at a path beside the checkout, which stays the same however often it is built anew. */
function use(
  { repository, used }: WorkToInstall,
  made: Omit<EnvironmentToOpen, 'link'>,
): RunEnvironment {
  const link = join(dirname(repository), `environment-${used.length + 1}`);
  const environment = openRunEnvironment({ link, ...made });
  used.push(environment);
  return environment;
}

/** The base with its own tools, so that no pull request decides what is recorded of it; undefined: it cannot be installed. */
async function prepareBase(
  worker: Worker,
  work: WorkToInstall,
): Promise<PreparedCheck | undefined> {
  const { host } = worker;
  const repository = await work.openAt(work.recorded);
  const ofBase = { ...work, repository, gitDir: `${work.gitDir}-of-base` };
  const wanted = { repository, settings: work.settings, ofBase: true } as const;
  const planned = await planInstall(host, wanted);
  if (planned.kind === 'refused') return undefined;
  const { prepared, inside } = planned.value;
  if (inside.length === 0) return prepared;
  const sources = await sourcesAt(worker, ofBase, work.recorded);
  const own = wantedFor(ofBase, { sources, facts: prepared.facts, commands: inside });
  const shared = await ensureShared(worker, own);
  if (shared.kind === 'refused') {
    host.tell(`The base is judged with what its head installs. ${shared.sentence}`);
    return undefined;
  }
  const installed = useShared(worker, work, { wanted: own, ...shared.value });
  const again = await prepareCheck(host, { ...wanted, installed });
  return again.kind === 'refused' ? undefined : again.value;
}

interface OutsideFetch {
  readonly prepared: PreparedCheck;
  readonly tree: Sha;
  readonly commands: PlannedInstall['outside'];
}

/** Fetches into the caches of toolchains, from a copy: what it leaves in that goes with it. */
async function fetchOutside(
  { host, stores, signal }: Worker,
  { runId, repository, gitDir, nextLog }: WorkToInstall,
  { prepared, tree, commands }: OutsideFetch,
): Promise<Outcome<undefined, 'setup-failed'>> {
  if (commands.length === 0) return ok(undefined);
  const opened = await host.openCopies(repository, gitDir, prepared.installed?.folder);
  try {
    const linked = listShared(prepared, await opened.listFiles(tree));
    const { path } = await opened.copies.open(tree, { hidden: [], linked });
    const deps = { ...host, ...stores };
    const setup = { runId, repository: path, commands, signal, logName: nextLog() };
    const done = await runSetup(deps, setup);
    return done.kind === 'ready' ? ok(undefined) : refuse('setup-failed', done.sentence);
  } finally {
    await opened.close();
  }
}
