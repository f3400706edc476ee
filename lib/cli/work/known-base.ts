import { createCopies } from '#adapters/git/copies.ts';
import { removeFolder } from '#adapters/git/remove-folder.ts';
import { openTrees } from '#adapters/git/trees.ts';
import { systemClock } from '#adapters/system/clock.ts';
import type { RunId, Sha } from '#domain/model/ids.ts';
import type { CheckDeps, CheckInput } from '#steps/check-repository.ts';
import { recordBase } from '#steps/record-base.ts';
import type { PreparedCheck } from '../check/prepare.ts';
import type { StateElsewhere } from '../fix/open-fix.ts';
import { linkedPlaces } from '../fix/places.ts';

export interface BaseToKnow {
  readonly prepared: Pick<PreparedCheck, 'facts' | 'repository'>;
  readonly state: StateElsewhere;
  readonly check: CheckDeps;
  readonly input: CheckInput;
  readonly runId: RunId;
  readonly base: Sha;
}

/** Sees to it that the store knows what the engines say of the base, without which all findings would be new. */
export async function knowBase({ prepared, state, check, ...given }: BaseToKnow): Promise<void> {
  const { input, runId, base } = given;
  const { facts, repository } = prepared;
  const { stores, gitDir, recordedAs } = state;
  const tree = await check.history.treeOf(repository, base);
  if (tree === undefined) throw new Error(`The checkout has no commit ${base}`);
  const own = { ...check, gitDir, repository };
  const trees = await openTrees(own);
  const room = await check.scratch.create();
  try {
    const deps = { ...check, ...stores, clock: systemClock };
    const at = { repository: recordedAs, commit: base, runId };
    const linked = await linkedPlaces({ trees }, facts, tree);
    await recordBase(
      { ...deps, copies: createCopies({ ...own, room }) },
      { at, tree, input, linked },
    );
  } finally {
    await removeFolder(check, room);
  }
}
