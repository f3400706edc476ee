import type { Config } from '#config/schema.ts';
import type { EngineHost } from '../needs/engine-host.ts';
import type { RepositoryReading } from '../needs/repository.ts';

/** Looks at a repository, and at the files by which its settings say that tools are configured. */
export async function readRepository(
  { sources, history }: Pick<EngineHost, 'history' | 'sources'>,
  repository: string,
  config: Config,
): Promise<RepositoryReading> {
  const ignored = await history.listIgnored(repository);
  return sources.read(repository, { ignored, named: listConfigFiles(config) });
}

/** The same of a copy of one of its trees, in which nothing lies that git ignores. */
export async function readCopy(
  { sources }: Pick<EngineHost, 'sources'>,
  folder: string,
  config: Config,
): Promise<RepositoryReading> {
  return sources.read(folder, { named: listConfigFiles(config) });
}

function listConfigFiles({ engines, profiles, check }: Config): readonly string[] {
  const all = [engines, ...Object.values(profiles).map((profile) => profile.engines)];
  const named = all.flatMap((one) => Object.values(one).flatMap(({ config = [] }) => config));
  return [...named, ...Object.values(check.engineConfig)];
}
