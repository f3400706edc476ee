import type { Sha } from '#model/ids.ts';
import type { BaseToJudge } from './judge-base.ts';
import type { Copies } from './needs/copies.ts';
import type { EngineHost } from './needs/engine-host.ts';
import type { PreparedCheck } from './prepare/prepare-check.ts';
import { readCopy } from './prepare/read-repository.ts';
import { listLinkedPaths } from './rules/repository/linked-places.ts';

export interface BaseInCopies extends Pick<
  BaseToJudge,
  'commit' | 'entries' | 'linked' | 'planIn' | 'toolFiles' | 'tree'
> {
  readonly copies: Copies;
}

export interface BaseOfCheck {
  readonly prepared: PreparedCheck;
  readonly commit: Sha;
  /** Our own git folder; absent: one that goes afterwards. */
  readonly gitDir?: string;
}

/** Gathers what it takes to run engines on the commit that others are compared with, for as long as it is used. */
export async function withBaseCopies<Result>(
  host: Pick<EngineHost, 'history' | 'openCopies' | 'sources'>,
  { prepared, commit, gitDir }: BaseOfCheck,
  use: (base: BaseInCopies) => Promise<Result>,
): Promise<Result> {
  const { facts, repository, config, planWhole } = prepared;
  const tree = await host.history.treeOf(repository, commit);
  if (tree === undefined) throw new Error(`The checkout has no commit ${commit}`);
  const opened = await host.openCopies(repository, gitDir);
  try {
    return await use({
      copies: opened.copies,
      commit,
      tree,
      entries: planWhole(facts).entries,
      linked: listLinkedPaths(facts, await opened.listFiles(tree)),
      planIn: async (folder) => planWhole((await readCopy(host, folder, config)).facts).entries,
      toolFiles: toolFiles(prepared),
    });
  } finally {
    await opened.close();
  }
}

/** Whatever word of a command may be a script of the repository. */
function toolFiles({ config, configFile }: PreparedCheck): readonly string[] {
  const words = [...config.setup.flatMap(({ run }) => run), ...Object.values(config.tools).flat()];
  const files = configFile === undefined ? words : [...words, configFile];
  return files.map((word) => word.replace(/^(?:\.\/)+/, ''));
}
