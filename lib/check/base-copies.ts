import type { Sha } from '#model/ids.ts';
import type { BaseToJudge } from './judge-base.ts';
import type { Copies } from './needs/copies.ts';
import type { CheckoutReader, OpenCopies } from './needs/engine-host.ts';
import { listShared, type PreparedCheck } from './prepare/prepare-check.ts';
import { readCopy } from './prepare/read-repository.ts';

export interface BaseInCopies extends Pick<
  BaseToJudge,
  'commit' | 'entries' | 'linked' | 'planIn' | 'toolFiles' | 'tree'
> {
  readonly copies: Copies;
}

export interface BaseOfCheck {
  readonly prepared: PreparedCheck;
  readonly commit: Sha;
  /** Our own git folder; absent: one that is removed afterwards. */
  readonly gitDir?: string;
}

/** Opens copies of the base commit, in which engines can run, and closes them after use. */
export async function withBaseCopies<Result>(
  host: CheckoutReader & { readonly openCopies: OpenCopies },
  { prepared, commit, gitDir }: BaseOfCheck,
  use: (base: BaseInCopies) => Promise<Result>,
): Promise<Result> {
  const { facts, repository, config, planWhole, installed } = prepared;
  const tree = await host.history.treeOf(repository, commit);
  if (tree === undefined) throw new Error(`The checkout has no commit ${commit}`);
  const opened = await host.openCopies(repository, gitDir, installed?.folder);
  try {
    return await use({
      copies: opened.copies,
      commit,
      tree,
      entries: planWhole(facts).entries,
      linked: listShared(prepared, await opened.listFiles(tree)),
      planIn: async (folder) =>
        planWhole((await readCopy(host.sources, folder, config)).facts).entries,
      toolFiles: toolFiles(prepared),
    });
  } finally {
    await opened.close();
  }
}

/** Files by which tools are installed and started here: any word of a command may name a script of the repository. */
export function toolFiles({
  config,
  configFile,
}: Pick<PreparedCheck, 'config' | 'configFile'>): readonly string[] {
  const words = [...config.setup.flatMap(({ run }) => run), ...Object.values(config.tools).flat()];
  const files = configFile === undefined ? words : [...words, configFile];
  return files.map((word) => word.replace(/^(?:\.\/)+/, ''));
}
