import { createBranches } from '#platform/git/branches.ts';
import { createMerges } from '#platform/git/merges.ts';
import { openTrees } from '#platform/git/trees.ts';
import { createIds } from '#platform/system/ids.ts';
import { systemClock } from '#platform/system/clock.ts';
import type { Config } from '#config/schema.ts';
import type { Sha } from '#model/ids.ts';
import type { Branches } from '#repair/needs/branches.ts';
import type { Merges } from '#repair/needs/merges.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { Trees } from '#repair/needs/trees.ts';
import type { CheckDeps, CheckInput } from '#check/check-repository.ts';
import { type Base, readBase } from '#check/read-base.ts';
import type { PreparedCheck } from '#check/prepare/prepare-check.ts';
import type { CliContext } from '../context.ts';
import { EXIT } from '../exit-codes.ts';
import { gitFolderOf, workFolderOf } from './room.ts';
import { openStores, type Stores } from './stores.ts';

/** What a run of this repository stands on. */
export interface Ground {
  readonly repository: string;
  /** Our own git folder. */
  readonly gitDir: string;
  /** Folder of what must survive a run that is interrupted. */
  readonly work: string;
  readonly head: Sha;
  readonly base: Base;
  readonly config: Config;
  readonly stores: Stores;
  readonly trees: Trees;
  readonly branches: Branches;
  readonly merges: Merges;
  readonly ids: Ids;
}

/** Where the state of a run lies that is not kept in its repository. */
export type StatePlaces = Pick<Ground, 'gitDir' | 'stores' | 'work'>;

export interface GroundParts {
  readonly check: CheckDeps;
  readonly input: CheckInput;
  /** Absent: in the repository. */
  readonly state?: StatePlaces | undefined;
}

/** undefined: there is nothing to stand on, which was told. */
export async function openGround(
  { stderr, exitWith }: CliContext,
  { repository, config }: PreparedCheck,
  { check, input, state }: GroundParts,
): Promise<Ground | undefined> {
  const head = await check.history.base(repository);
  if (head.kind !== 'commit') {
    stderr.write(`Nothing can be repaired here: ${head.because}.\n`);
    exitWith(EXIT.usage);
    return undefined;
  }
  const place = await check.history.placeOf(repository);
  if (place !== '') {
    stderr.write(`Run this at the top of the repository, not in its folder ${place}.\n`);
    exitWith(EXIT.usage);
    return undefined;
  }
  const base = await readBase(check, repository, input.ref);
  const places = state ?? (await placesIn(repository));
  const own = { ...check, gitDir: places.gitDir, repository };
  return {
    ...places,
    repository,
    base,
    config,
    head: head.commit,
    trees: await openTrees(own),
    branches: createBranches(own),
    merges: createMerges(own),
    ids: createIds({ clock: systemClock }),
  };
}

async function placesIn(repository: string): Promise<StatePlaces> {
  return {
    stores: await openStores(repository),
    gitDir: gitFolderOf(repository),
    work: workFolderOf(repository),
  };
}
