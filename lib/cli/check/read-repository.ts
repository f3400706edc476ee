import { createRepository } from '#platform/files/repository.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { listIgnored } from '#platform/git/ignored.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Config } from '#config/schema.ts';
import type { RepositoryReader, RepositoryReading } from '#check/needs/repository.ts';
import type { CliContext } from '../context.ts';

export interface ReadRepository extends RepositoryReading {
  readonly sources: RepositoryReader;
  /** Looks at a copy of one of its trees, in which nothing lies that git ignores. */
  readonly readCopy: (folder: string) => Promise<RepositoryReading>;
}

/** Looks at a repository, and at the files by which its settings say that tools are configured. */
export async function readRepository(
  { env }: Pick<CliContext, 'env'>,
  repository: string,
  config: Config,
): Promise<ReadRepository> {
  const sources = createRepository({ env });
  const processes = createProcesses({ clock: systemClock, parentEnv: env });
  const ignored = await listIgnored({ processes, scratch: createScratch() }, repository);
  const named = configsIn(config);
  const reading = await sources.read(repository, { ignored, named });
  return { ...reading, sources, readCopy: (folder) => sources.read(folder, { named }) };
}

function configsIn({ engines, profiles, check }: Config): readonly string[] {
  const all = [engines, ...Object.values(profiles).map((profile) => profile.engines)];
  const named = all.flatMap((one) => Object.values(one).flatMap(({ config = [] }) => config));
  return [...named, ...Object.values(check.engineConfig)];
}
