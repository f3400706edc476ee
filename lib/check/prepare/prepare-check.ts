import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { LoadedConfig } from '#config/load.ts';
import { formatOrigin } from '#config/layers.ts';
import type { Config } from '#config/schema.ts';
import { configureEngines } from '#engines/declared.ts';
import { engines as builtIn } from '#engines/registry.ts';
import type { Engine } from '#engines/contract.ts';
import type { CheckoutReader } from '../needs/engine-host.ts';
import type { JudgingEnvironment } from '../needs/environments.ts';
import type { History } from '../needs/history.ts';
import type { RepositoryFacts } from '../rules/repository/facts.ts';
import { explainOtherPython } from '../rules/repository/python.ts';
import { listLinkedPaths } from '../rules/repository/linked-places.ts';
import { listUnjudged } from '../rules/repository/unjudged.ts';
import { canonicalPath } from '../rules/scope/canonical-paths.ts';
import { ownEntry, overlaySettings, settingsForEngine } from '../rules/scope/settings.ts';
import { refuseMissingToolchain } from '../programs/pinned-tools.ts';
import { refuseAbsentPaths } from './absent-paths.ts';
import { listChangedFiles } from './changed-files.ts';
import { loadEnginePackages, type LoadedPackages } from './load-packages.ts';
import { chooseJudging } from './choose-judging.ts';
import type { JudgingInput } from '../judge-judging.ts';
import { planCheck, type PlannedCheck } from './plan-check.ts';
import { separateSettings } from './planning-settings.ts';
import { readRepository } from './read-repository.ts';

export interface CheckToPrepare {
  /** Absolute, and no link on the way. */
  readonly repository: string;
  readonly settings: LoadedConfig;
  /** The file that the settings are from, below the repository or absolute; absent: it is no part of what is judged. */
  readonly configFile?: string;
  /** What to judge; absent: the configured scope. */
  readonly paths?: readonly string[];
  /** Where set-up has installed what the code needs; absent: in the repository itself. */
  readonly installed?: InstalledApart | undefined;
  /** The settings are those of the base, so what is wrong with them is no fault of what is judged. */
  readonly ofBase?: true;
}

/** What is installed for a checkout, apart from it. */
export interface InstalledApart {
  /** Absolute; as long as the run lasts. */
  readonly folder: string;
  /** What copies get of it, relative. */
  readonly paths: readonly string[];
  readonly environment: JudgingEnvironment;
}

export interface PreparedCheck extends PlannedCheck {
  readonly config: Config;
  /** Absolute path. */
  readonly repository: string;
  readonly facts: RepositoryFacts;
  /** Those that are built in and those that the configuration declares. */
  readonly engines: readonly Engine[];
  /** Manifests that could not be read, in sentences. */
  readonly unreadable: readonly string[];
  /** What the repository holds that no engine answers for. */
  readonly unjudged: ReturnType<typeof listUnjudged>;
  /** What a person should know of the reading, in sentences. */
  readonly warnings: readonly string[];
  readonly installed?: InstalledApart | undefined;
  /** The file of the settings, relative to the repository; absent: it lies elsewhere. */
  readonly configFile?: string;
  /** What is done about changes to how the code is judged. */
  readonly judging: JudgingInput;
  /** What would be run to judge all of a repository of which this is known, under the same settings. */
  readonly planWhole: (facts: RepositoryFacts) => PlannedCheck['schedule'];
}

/** Reads the repository and plans; nothing of it is run. */
export async function prepareCheck(
  host: CheckoutReader,
  { repository, settings, configFile: file, paths = [], installed, ofBase }: CheckToPrepare,
): Promise<Outcome<PreparedCheck, 'unknown-base' | 'absent-path' | 'no-toolchain'>> {
  const { config } = settings;
  const { engines: only, base, changed: onlyChanged } = config.check;
  const toolchain = await refuseMissingToolchain(host);
  if (toolchain.kind === 'refused') return toolchain;
  const known = await refuseUnknownBase(host.history, repository, settings);
  if (known.kind === 'refused') return known;
  if (ofBase !== true) {
    const named = { repository, given: paths, onlyChanged, settings };
    const there = await refuseAbsentPaths(host, named);
    if (there.kind === 'refused') return there;
  }
  const { facts, problems } = await readRepository(
    host,
    { repository, installed: installed?.folder },
    config,
  );
  const packages = await loadEnginePackages(host.packages, config);
  const { engines, problems: wrong } = listEngines(settings, packages);
  const changes = onlyChanged
    ? await listChangedFiles(host.history, repository, base)
    : ok(undefined);
  const changed = changes.kind === 'ok' ? changes.value : undefined;
  const from = { facts, engines, problems: wrong };
  const mode = chooseMode(settings, changed);
  const request = { paths, mode, only, repository };
  const configFile = file === undefined ? null : canonicalPath(file, { root: repository });
  const whole = { ...request, paths: [], mode: 'target' } as const;
  const planned = planCheck(settings, from, { ...request, changed });
  const running = new Set(planned.schedule.entries.map(({ engine }) => engine));
  const told = [...problems, ...explainPythons(facts, planned, engines)];
  return ok({
    ...planned,
    unjudged: listUnjudged(facts, { known: engines, running }),
    config,
    repository,
    facts,
    engines,
    unreadable: problems,
    warnings: changes.kind === 'ok' ? told : [...told, changes.sentence],
    installed,
    ...(configFile !== null && { configFile }),
    judging: chooseJudging(settings, ofBase === true ? null : configFile),
    planWhole: (of) => planCheck(settings, { ...from, facts: of }, whole).schedule,
  });
}

/** Only where a tool of Python runs at all. */
function explainPythons(
  facts: RepositoryFacts,
  { schedule }: PlannedCheck,
  engines: readonly Engine[],
): readonly string[] {
  const ofPython = new Set(
    engines.filter(({ program }) => program.kind === 'python-module').map(({ id }) => id),
  );
  const roots = new Set(
    schedule.entries.flatMap(({ engine, plan }) => (ofPython.has(engine) ? [plan.root] : [])),
  );
  const all = [...roots].flatMap((root) => explainOtherPython(facts, root) ?? []);
  return [...new Set(all)];
}

/** What copies of a tree get beside its files. */
export function listShared(
  { facts, installed }: Pick<PreparedCheck, 'facts' | 'installed'>,
  paths: readonly string[],
): readonly string[] {
  return installed?.paths ?? listLinkedPaths(facts, paths);
}

/** To judge the rest as well would save nothing, so only those get it who say so. */
function chooseMode({ config, origins }: LoadedConfig, changed: readonly string[] | undefined) {
  const isSaid = (origins.get('check.mode')?.kind ?? 'default') !== 'default';
  return changed === undefined || isSaid ? config.check.mode : 'current';
}

/** A wrong name must not be taken for a repository without commits. */
async function refuseUnknownBase(
  history: History,
  repository: string,
  { config, origins }: LoadedConfig,
): Promise<Outcome<undefined, 'unknown-base'>> {
  const { base: ref } = config.check;
  const isKnown = ref === undefined || (await history.base(repository, ref)).kind !== 'unknown';
  if (isKnown) return ok(undefined);
  const where = formatOrigin(origins.get('check.base') ?? { kind: 'default' });
  const what = `check.base is ${JSON.stringify(ref)}, which git does not know here`;
  return refuse(
    'unknown-base',
    `${where}: ${what}; write a commit, tag or branch that was fetched`,
  );
}

function listEngines(settings: LoadedConfig, packages: LoadedPackages) {
  const { config } = settings;
  const sources = separateSettings(settings);
  const profile = sources.environment.profile ?? sources.config.profile;
  const inProfile = profile === undefined ? undefined : config.profiles[profile];
  return configureEngines(builtIn, {
    ids: [
      ...Object.keys(config.engines),
      ...Object.keys(config.metrics),
      ...Object.keys(inProfile?.engines ?? {}),
    ],
    asked: config.check.engines,
    packages,
    settingsOf: (id) => {
      const { config: file, environment } = sources;
      const configured = overlaySettings(
        settingsForEngine(id, file, profile),
        settingsForEngine(id, environment, profile),
      );
      return overlaySettings(configured, { config: ownEntry(config.check.engineConfig, id) });
    },
  });
}
