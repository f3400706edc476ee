import type { RatchetSettings } from '#model/look-facts.ts';
import type { Observation } from '#model/observation.ts';
import type { Vouching } from '#model/vouching.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { isSwitchedOnByPerson } from './rules/decision/switch.ts';
import type { Forge } from './needs/forge.ts';
import { mayWrite } from './may-write.ts';

type Seen = Pick<
  Observation,
  | 'author'
  | 'authorAssociation'
  | 'fromFork'
  | 'headRef'
  | 'headRepository'
  | 'headSeenAt'
  | 'headSha'
  | 'labelledOn'
  | 'labels'
>;

type MayWrite = (login: string | null) => Promise<boolean>;

/** Asks who brought the head there and who asked for work on it; only what a decision could need is asked. */
export async function readVouching(
  forge: Forge,
  state: WorkspaceState,
  { seen, settings }: { readonly seen: Seen; readonly settings: RatchetSettings },
): Promise<Vouching> {
  const { author, authorAssociation, fromFork, labels, labelledOn } = seen;
  const may = createMayWriteCache(forge, state);
  const isPerson = author !== null && !author.endsWith('[bot]');
  if (!fromFork) {
    // Only people and programs that may write push to the repository itself, so it is the author who counts.
    const isKnown =
      isSwitchedOnByPerson({ labels, switchedTo: state.switched?.to ?? null }) ||
      settings.trusted.includes(authorAssociation);
    const asks = isPerson && !isKnown;
    return { ...nothingForeign, ...(asks && { authorMayWrite: await may(author) }) };
  }
  const foreign = await findForeignPushes(forge, state, { seen, may });
  return {
    ...foreign,
    ...(isPerson && { authorMayWrite: await may(author) }),
    askedAt: labelledOn !== undefined && (await may(labelledOn.by)) ? labelledOn.at : null,
  };
}

const nothingForeign = { outsider: null, authorAt: null, askedAt: null };

function createMayWriteCache(forge: Forge, { pullRequest }: WorkspaceState): MayWrite {
  const known = new Map<string, boolean>();
  return async (login) => {
    if (login === null) return false;
    const answer = known.get(login) ?? (await mayWrite(forge, pullRequest, login));
    known.set(login, answer);
    return answer;
  };
}

type Foreign = Pick<Vouching, 'authorAt' | 'isHidden' | 'outsider'>;

/** The newest pushes to a fork by its author and by others, of those who may not write to the repository. */
async function findForeignPushes(
  forge: Forge,
  state: WorkspaceState,
  { seen, may }: { readonly seen: Seen; readonly may: MayWrite },
): Promise<Foreign> {
  const { author, headRef: ref, headRepository: repository, headSha } = seen;
  const pushes =
    repository === null ? undefined : await forge.pushesOf(state.pullRequest, { repository, ref });
  if (!pushes?.some(({ after }) => after === headSha)) {
    return assumePush(state, seen, { isHidden: pushes === undefined });
  }
  // The forge tells whole seconds. What was asked of a pull request came after the first push, or there was none yet.
  const first = pushes.at(-1);
  let authorAt: number | null = null;
  for (const push of pushes) {
    const { by } = push;
    if (await may(by)) continue;
    const at = push === first ? push.at - 1 : push.at;
    if (by === null || by !== author) return { authorAt, outsider: { by, at } };
    authorAt ??= at;
  }
  return { authorAt, outsider: null };
}

/**
 * Who pushed is not told, so it was not before the head was first seen. Where the forge hides pushes, it was the owner
 * of the fork; where its record only lacks this one yet, it can have been any account that may push there.
 */
function assumePush(
  { pushes, vouching }: WorkspaceState,
  { author, headRepository, headSeenAt, headSha }: Seen,
  { isHidden }: { readonly isHidden: boolean },
): Foreign {
  // A fork that is deleted takes no more pushes, and what was known of its head stays true.
  if (vouching?.headSha === headSha) return selectForeign(vouching);
  // What we push stands on a head that was vouched for.
  if (pushes.some(({ sha }) => sha === headSha)) return { authorAt: null, outsider: null };
  // It was there when it was first seen, so whatever was asked at that moment came later.
  const at = headSeenAt - 1;
  const by = (isHidden ? headRepository?.split('/')[0] : undefined) ?? null;
  const isAuthors = author !== null && by?.toLowerCase() === author.toLowerCase();
  return {
    ...(isAuthors ? { authorAt: at, outsider: null } : { authorAt: null, outsider: { by, at } }),
    ...(isHidden && { isHidden }),
  };
}

function selectForeign({ authorAt, outsider, isHidden }: Vouching): Foreign {
  return { authorAt, outsider, ...(isHidden !== undefined && { isHidden }) };
}
