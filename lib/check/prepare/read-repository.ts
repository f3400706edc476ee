import type { Config } from '#config/schema.ts';
import type { CheckoutReader } from '../needs/engine-host.ts';
import { canonicalPath } from '../rules/scope/canonical-paths.ts';
import type { RepositoryReader, RepositoryReading } from '../needs/repository.ts';

/** Reads a repository, and the files that its settings name as configuration of tools. */
export async function readRepository(
  { sources, history }: CheckoutReader,
  { repository, installed }: ReadPlaces,
  config: Config,
): Promise<RepositoryReading> {
  const [ignored, committed] = await Promise.all([
    history.listIgnored(repository),
    history.listCommittedTools(repository),
  ]);
  const { facts, problems } = await sources.read(repository, {
    ignored,
    committed,
    named: listConfigFiles(config),
    projects: chosenProjects(config),
  });
  if (installed === undefined) return { facts, problems };
  const { facts: found } = await sources.read(installed);
  const { environments, kept = [], nodePackages = noNames, packages = noNames } = found;
  return { facts: { ...facts, environments, kept, nodePackages, packages }, problems };
}

const noNames: ReadonlyMap<string, ReadonlySet<string>> = new Map();

interface ReadPlaces {
  readonly repository: string;
  /** Where set-up has installed what it needs, which then counts in place of what lies in the repository. */
  readonly installed: string | undefined;
}

/** Reads a copy of one of its trees, which holds no file that git ignores. */
export async function readCopy(
  sources: RepositoryReader,
  folder: string,
  config: Config,
): Promise<RepositoryReading> {
  const projects = chosenProjects(config);
  return sources.read(folder, { named: listConfigFiles(config), projects });
}

function chosenProjects({ projects }: Config): readonly string[] | undefined {
  return projects.length === 0
    ? undefined
    : projects.flatMap((path) => canonicalPath(path, { root: '/repository' }) ?? []);
}

function listConfigFiles({ engines, profiles, check }: Config): readonly string[] {
  const all = [engines, ...Object.values(profiles).map((profile) => profile.engines)];
  const named = all.flatMap((one) => Object.values(one).flatMap(({ config = [] }) => config));
  return [...named, ...Object.values(check.engineConfig)];
}
