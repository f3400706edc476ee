import { realpathSync } from 'node:fs';
import type { Override } from '#config/command-line-source.ts';
import type { ConfigOutcome } from '#config/load.ts';
import type { RepositoryFacts } from '#check/rules/repository/facts.ts';
import { canonicalPath } from '#check/rules/scope/canonical-paths.ts';
import { entryOf, overlay, settingsOf } from '#check/rules/scope/settings.ts';
import type { Engine } from '#engines/contract.ts';
import { engineList } from '#engines/declared.ts';
import { engines as builtIn } from '#engines/registry.ts';
import type { RepositoryReader } from '#check/needs/repository.ts';
import type { CliContext } from '../context.ts';
import { type ConfigOptions, defaultFile, readConfig } from '../read-config.ts';
import { changedFiles } from './changed-files.ts';
import { arePathsThere } from './known-paths.ts';
import { isKnownBase } from './known-base.ts';
import { planCheck, type PlannedCheck } from './plan-check.ts';
import { type ReadRepository, readRepository } from './read-repository.ts';
import { askedOfEngines, planningSettings } from './settings.ts';

type Loaded = Extract<ConfigOutcome, { readonly kind: 'ok' }>;

export interface PreparedCheck extends PlannedCheck {
  readonly config: Loaded['config'];
  /** Absolute path. */
  readonly repository: string;
  readonly facts: RepositoryFacts;
  readonly sources: RepositoryReader;
  readonly readCopy: ReadRepository['readCopy'];
  /** Those that are built in and those that the configuration declares. */
  readonly engines: readonly Engine[];
  /** Manifests that could not be read. */
  readonly unreadable: number;
  /** The file of the settings, relative to the repository; absent: it lies elsewhere. */
  readonly configFile?: string;
  /** What would be run to judge all of a repository of which this is known, under the same settings. */
  readonly planWhole: (facts: RepositoryFacts) => PlannedCheck['schedule'];
}

export interface CheckToPrepare {
  readonly options: ConfigOptions;
  readonly overrides: readonly Override[];
  /** The settings are those of the base, so what is wrong with them is no fault of what is judged. */
  readonly ofBase?: true;
}

/** Reads configuration and repository and plans; nothing of the repository is run. */
export async function prepareCheck(
  context: CliContext,
  paths: readonly string[],
  { options, overrides, ofBase }: CheckToPrepare,
): Promise<PreparedCheck | undefined> {
  const loaded = readConfig(context, options, overrides);
  if (loaded === undefined) return undefined;
  const { config, origins } = loaded;
  const { mode, engines: only, base, changed: onlyChanged } = config.check;
  const repository = realpathSync(context.cwd);
  if (base !== undefined) {
    const wanted = { repository, ref: base, origin: origins.get('check.base') };
    if (!(await isKnownBase(context, wanted))) return undefined;
  }
  const named = { repository, given: paths, onlyChanged, loaded };
  if (ofBase !== true && !(await arePathsThere(context, named))) return undefined;
  const { facts, problems, sources, readCopy } = await readRepository(context, repository, config);
  for (const problem of problems) context.stderr.write(`${problem}\n`);
  const { engines, problems: wrong } = listEngines(loaded);
  const changed = onlyChanged ? await changedFiles(context, repository, base) : undefined;
  const asked = askedOfEngines(config, origins);
  const known = { facts, engines, problems: wrong };
  const request = { paths, mode, only, asked, repository };
  const planned = planCheck(loaded, known, { ...request, changed });
  const configFile = canonicalPath(options.config ?? defaultFile, { root: repository });
  const whole = { ...request, paths: [], mode: 'target' } as const;
  return {
    ...planned,
    config,
    repository,
    facts,
    sources,
    readCopy,
    engines,
    unreadable: problems.length,
    ...(configFile !== null && { configFile }),
    planWhole: (of) => planCheck(loaded, { ...known, facts: of }, whole).schedule,
  };
}

function listEngines({ config, origins }: Loaded) {
  const sources = planningSettings(config, origins);
  const profile = sources.environment.profile ?? sources.config.profile;
  const inProfile = profile === undefined ? undefined : config.profiles[profile];
  return engineList(builtIn, {
    ids: [...Object.keys(config.engines), ...Object.keys(inProfile?.engines ?? {})],
    asked: config.check.engines,
    settingsOf: (id) => {
      const { config: file, environment } = sources;
      const configured = overlay(
        settingsOf(id, file, profile),
        settingsOf(id, environment, profile),
      );
      return overlay(configured, { config: entryOf(config.check.engineConfig, id) });
    },
  });
}
