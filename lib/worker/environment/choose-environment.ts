import { ok, type Outcome } from '#base/outcome.ts';
import type { CheckoutTree, SealedEnvironment } from '#check/needs/environments.ts';
import { isBuiltOfSources } from '#check/rules/environment/built-of-sources.ts';
import { describeEnvironment } from '#check/rules/environment/describe-environment.ts';
import {
  asksForOwnFiles,
  listInstallScripts,
  listSetupInputs,
  type TrackedFile,
} from '#check/rules/environment/setup-inputs.ts';
import { folderOf, type RepositoryFacts } from '#check/rules/repository/facts.ts';
import type { SetupCommand } from '#check/rules/repository/setup-command.ts';
import type { RunId, Sha256 } from '#model/ids.ts';
import type { Worker } from '../worker.ts';
import { buildEnvironment } from './build-environment.ts';

export interface EnvironmentWanted {
  readonly runId: RunId;
  /** The repository of the base, as nobody else can name theirs. */
  readonly repositoryName: string;
  readonly sources: CheckoutTree;
  readonly facts: Pick<RepositoryFacts, 'manifests'>;
  readonly commands: readonly SetupCommand[];
  /** Names the log of one more set-up. */
  readonly nextLog: () => string;
}

export interface SharedEnvironment {
  readonly sealed: SealedEnvironment;
  /** It is of one tree alone. */
  readonly isOfSources: boolean;
}

type Chosen<Value> = Promise<Outcome<Value, 'setup-failed'>>;

/** The environment of a tree of the base, which all later runs share: as it was kept, or built now and kept. */
export async function ensureShared(
  worker: Worker,
  wanted: EnvironmentWanted,
): Chosen<SharedEnvironment> {
  const { environments } = worker;
  const [ofInputs, ofTree] = await nameBoth(worker, wanted);
  const isKnown = asksForItself(wanted) || (await environments.isOfSources(ofInputs));
  const found = await environments.find(isKnown ? ofTree : ofInputs);
  if (found !== undefined) return ok({ sealed: found, isOfSources: isKnown });
  const built = await buildOwn(worker, wanted);
  if (built.kind === 'refused') return built;
  const sealed = built.value;
  const isOfSources = isKnown || isBuiltOfSources(sealed);
  await sealed.keep(isOfSources ? ofTree : ofInputs);
  if (isOfSources && !isKnown) await environments.noteOfSources(ofInputs);
  return ok({ sealed, isOfSources });
}

/** The environment of a tree for this run alone. */
export function buildOwn(
  worker: Worker,
  { runId, sources, commands, nextLog }: EnvironmentWanted,
): Chosen<SealedEnvironment> {
  return buildEnvironment(worker, { runId, sources, commands, logName: nextLog() });
}

/** Whether two trees install the same: all that installers read is equal in them. */
export async function installsSame(
  { environments }: Worker,
  wanted: EnvironmentWanted,
  other: CheckoutTree,
): Promise<boolean> {
  const inputs: string[] = [];
  for (const sources of [wanted.sources, other]) {
    inputs.push(JSON.stringify(inputsOf(wanted, await environments.listFiles(sources))));
  }
  return inputs[0] === inputs[1];
}

function asksForItself({ facts: { manifests } }: EnvironmentWanted): boolean {
  return [...manifests].some(([path, data]) => isNodeManifest(path) && asksForOwnFiles(data));
}

async function nameBoth(
  { host, environments }: Worker,
  wanted: EnvironmentWanted,
): Promise<readonly [Sha256, Sha256]> {
  const { repositoryName: repository, commands, sources } = wanted;
  const started = commands.flatMap(({ run: [program = ''] }) => program);
  const plain = started.filter((program) => !program.includes('/'));
  const facts = {
    repository,
    commands,
    inputs: inputsOf(wanted, await environments.listFiles(sources)),
    programs: environments.identify([...new Set([...plain, 'node', 'python3'])].toSorted()),
    platform: environments.platform,
  };
  const name = (tree?: string): Sha256 =>
    host.hash.sha256(describeEnvironment({ ...facts, ...(tree !== undefined && { tree }) }));
  return [name(), name(sources.tree)];
}

function inputsOf(
  { commands, facts: { manifests } }: EnvironmentWanted,
  files: readonly TrackedFile[],
): readonly TrackedFile[] {
  const scripts = [...manifests].flatMap(([path, data]) =>
    isNodeManifest(path)
      ? listInstallScripts(data).map((text) => ({ text, cwd: folderOf(path) }))
      : [],
  );
  const started = commands.map(({ run, cwd }) => ({ text: run.join(' '), cwd }));
  return listSetupInputs(files, [...started, ...scripts]);
}

function isNodeManifest(path: string): boolean {
  return path === 'package.json' || path.endsWith('/package.json');
}
