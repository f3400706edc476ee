import type { Observation } from '#model/observation.ts';
import type { Push, WorkspaceState } from '#model/workspace.ts';
import { type Aftermaths, type PushAftermath, listRefusals } from '../rules/decision/refusals.ts';
import type { Forge } from '../needs/forge.ts';
import { readAftermaths } from '../read-reverts.ts';

type ForgeHistory = Pick<Forge, 'mergeBaseOf' | 'readFile'>;

/** Fixups of long ago are not asked after: each of them costs requests. */
const mostPushes = 5;

/** Looks for what we pushed in a head that other people pushed, once; undefined: there is nothing to look for. */
export async function lookForPushes(
  forge: ForgeHistory,
  state: WorkspaceState,
  observation: Observation,
): Promise<Aftermaths | undefined> {
  const { session, pushes, lookedForIn } = state;
  const { headSha } = observation;
  const newest = pushes.at(-1);
  // While it publishes, a new head may be our own.
  if (newest === undefined || session?.phase === 'publishing') return undefined;
  if (headSha === lookedForIn || observation.state !== 'open') return undefined;
  // Nothing is missing from our newest push, unless people had taken something back and set the branch to it again.
  if (headSha === newest.sha && listRefusals(state).length === 0) return undefined;
  const asked = pushes.filter(isRemembered).slice(-mostPushes);
  const undoneFrom = asked.findIndex(({ treeBefore }) => treeBefore === observation.headTree);
  const found = new Map<Push['sha'], PushAftermath>();
  for (const [index, push] of asked.entries()) {
    const isBefore = undoneFrom >= 0 && index >= undoneFrom;
    found.set(
      push.sha,
      isBefore ? countAllReverted(push) : await judgeAftermath(forge, state, { push, observation }),
    );
  }
  return found;
}

function isRemembered({ changes, merged }: Push): boolean {
  return changes !== undefined || merged !== undefined;
}

interface Asked {
  readonly push: Push;
  readonly observation: Observation;
}

/** The branch is again what it was before. */
function countAllReverted({ changes = [], merged }: Push): PushAftermath {
  return merged === undefined
    ? { kind: 'taken-back', paths: changes.map(({ path }) => path) }
    : wholeMerge;
}

const wholeMerge: PushAftermath = { kind: 'taken-back', paths: [] };

async function judgeAftermath(
  forge: ForgeHistory,
  state: WorkspaceState,
  asked: Asked,
): Promise<PushAftermath> {
  const { push, observation } = asked;
  if (observation.headTree === push.tree) return { kind: 'kept', paths: [] };
  const isMerge = push.merged !== undefined;
  if (isMerge) {
    const isThere = await standsOnMerge(forge, state, asked);
    if (isThere === undefined) return untold;
    if (!isThere) return wholeMerge;
  }
  const { headSha } = observation;
  const all = await readAftermaths(forge, state.pullRequest, { push, headSha });
  const pathsOf = (kind: string): string[] =>
    all.filter((one) => one.kind === kind).map(({ path }) => path);
  const undone = pathsOf('undone');
  if (undone.length > 0) return { kind: 'taken-back', paths: undone };
  if (isMerge) return { kind: 'kept', paths: [] };
  const [gone, kept] = [pathsOf('gone'), pathsOf('kept')];
  if (all.length > 0 && kept.length === all.length) return { kind: 'kept', paths: [] };
  // On top of our commit this is further work; without it, ours was pushed away.
  if (gone.length === 0 || kept.length > 0) return untold;
  const isAway = (await standsOnPush(forge, state, asked)) === false;
  return isAway ? { kind: 'taken-back', paths: gone } : untold;
}

const untold: PushAftermath = { kind: 'other', paths: [] };

/** A merge is taken back by a head that stands neither on it nor on what it merged. */
async function standsOnMerge(
  forge: ForgeHistory,
  state: WorkspaceState,
  { push: { merged, sha }, observation }: Asked,
): Promise<boolean | undefined> {
  const found = new Set<boolean | undefined>();
  for (const commit of [sha, merged]) {
    if (commit === undefined) continue;
    const isThere = await standsOnPush(forge, state, { push: { sha: commit }, observation });
    if (isThere === true) return true;
    found.add(isThere);
  }
  return found.has(undefined) ? undefined : false;
}

/** undefined: the forge does not know one of the commits, as right after a push. */
async function standsOnPush(
  forge: ForgeHistory,
  { pullRequest }: WorkspaceState,
  { push: { sha }, observation }: { readonly push: Pick<Push, 'sha'> } & Pick<Asked, 'observation'>,
): Promise<boolean | undefined> {
  const base = await forge.mergeBaseOf(pullRequest, observation.headSha, sha);
  return base === undefined ? undefined : base === sha;
}
