import { createCopies } from '#platform/git/copies.ts';
import { removeFolder } from '#platform/git/remove-folder.ts';
import { openTrees } from '#platform/git/trees.ts';
import type { Sha } from '#model/ids.ts';
import type { Copies } from '#check/needs/copies.ts';
import type { CheckDeps } from '#check/check-repository.ts';
import type { BaseToJudge } from '#check/judge-base.ts';
import { linkedPlaces } from '../fix/places.ts';
import type { PreparedCheck } from './prepare.ts';

export interface BaseRoom {
  readonly copies: Copies;
  readonly base: Pick<
    BaseToJudge,
    'commit' | 'entries' | 'linked' | 'planIn' | 'toolFiles' | 'tree'
  >;
}

export interface BaseOfCheck {
  readonly prepared: PreparedCheck;
  readonly commit: Sha;
  /** Our own git folder; absent: one that goes afterwards. */
  readonly gitDir?: string;
}

/** Gathers what it takes to run engines on the commit that others are compared with, for as long as it is used. */
export async function inBaseRoom<Result>(
  check: Pick<CheckDeps, 'history' | 'processes' | 'scratch'>,
  { prepared, commit, gitDir }: BaseOfCheck,
  use: (room: BaseRoom) => Promise<Result>,
): Promise<Result> {
  const { facts, repository, planWhole } = prepared;
  const tree = await check.history.treeOf(repository, commit);
  if (tree === undefined) throw new Error(`The checkout has no commit ${commit}`);
  const room = await check.scratch.create();
  try {
    const own = { ...check, gitDir: gitDir ?? `${room}/trees.git`, repository };
    const trees = await openTrees(own);
    return await use({
      copies: createCopies({ ...own, room: `${room}/copies` }),
      base: {
        commit,
        tree,
        entries: planWhole(facts).entries,
        linked: await linkedPlaces({ trees }, facts, tree),
        planIn: async (folder) => planWhole((await prepared.readCopy(folder)).facts).entries,
        toolFiles: toolFiles(prepared),
      },
    });
  } finally {
    await removeFolder(check, room);
  }
}

/** Whatever word of a command may be a script of the repository. */
function toolFiles({ config, configFile }: PreparedCheck): readonly string[] {
  const words = [...config.setup.flatMap(({ run }) => run), ...Object.values(config.tools).flat()];
  const files = configFile === undefined ? words : [...words, configFile];
  return files.map((word) => word.replace(/^(?:\.\/)+/, ''));
}
