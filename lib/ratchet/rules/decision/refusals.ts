import type { Sha } from '#model/ids.ts';
import type { LookFacts } from '#model/look-facts.ts';
import type { FailedCheck, Observation } from '#model/observation.ts';
import type { SessionKind } from '#model/session.ts';
import type { Push, WorkspaceState } from '#model/workspace.ts';
import { checkKey } from '../observation/check-key.ts';

/** What became of one of our pushes in a head that other people pushed. */
export interface PushAftermath {
  /** other: it cannot be told, so what was known before still holds. */
  readonly kind: 'kept' | 'taken-back' | 'other';
  /** Where; none: all of it. */
  readonly paths: readonly string[];
}

/** By the commits that we pushed. */
export type Aftermaths = ReadonlyMap<Sha, PushAftermath>;

const mostCauses = 50;

/** What asks for a session of this kind, by names that stay the same from head to head. */
export function listCauses(kind: SessionKind, { ci, review }: Observation): string[] {
  switch (kind) {
    case 'merge-conflict':
      return ['conflict'];
    case 'ci':
      return ci.failed.slice(0, mostCauses).map(checkKey);
    case 'review':
      return listReviewRequests(review).slice(0, mostCauses);
  }
}

function listReviewRequests({
  openThreads,
  requests = [],
}: Observation['review']): readonly string[] {
  return [...openThreads, ...requests];
}

/** Remembers what a head of other people took back of ours, and what it brought back. */
export function recordAftermaths(
  state: WorkspaceState,
  aftermaths: Aftermaths,
  { headSha, now }: { readonly headSha: Sha; readonly now: number },
): WorkspaceState {
  const pushes = state.pushes.map((push): Push => {
    const { takenBack: before, ...rest } = push;
    const { kind, paths } = aftermaths.get(push.sha) ?? unknown;
    if (kind === 'other') return push;
    if (kind === 'kept') return rest;
    // The head that took it back first is told, however often the branch moves afterwards.
    return { ...rest, takenBack: { by: headSha, at: now, ...before, paths: [...paths] } };
  });
  return { ...state, pushes, lookedForIn: headSha };
}

const unknown: PushAftermath = { kind: 'other', paths: [] };

/** Whether there is anything taken back that was not before. */
export function bringsNewRefusal(before: WorkspaceState, after: WorkspaceState): boolean {
  const known = new Set(listRefusals(before).map(({ sha }) => sha));
  return listRefusals(after).some(({ sha }) => !known.has(sha));
}

type Refusal = Push & { readonly takenBack: NonNullable<Push['takenBack']> };

export function listRefusals({ pushes }: WorkspaceState): readonly Refusal[] {
  return pushes.flatMap((push) => {
    const { takenBack } = push;
    return takenBack === undefined ? [] : [{ ...push, takenBack }];
  });
}

/** A person wants it all the same: that it was taken back once says nothing any more. */
export function forgetRefusals(state: WorkspaceState): WorkspaceState {
  return {
    ...state,
    pushes: state.pushes.map((push) =>
      push.takenBack === undefined ? push : withoutRefusal(push),
    ),
  };
}

function withoutRefusal(push: Push): Push {
  const { takenBack: _, changes: __, merged: ___, treeBefore: ____, ...rest } = push;
  return rest;
}

/** The refusals that cover all that is asked now; one for each kind at most. */
export function findCoveringRefusals(
  state: WorkspaceState & { readonly observation: Observation },
): LookFacts['refused'] {
  const all = listRefusals(state);
  const { ci, review } = state.observation;
  const covering = [
    all.findLast(isWholeMerge),
    findCover(ci.failed, createCheckRefusalFinder(state)),
    findCover(listReviewRequests(review), (id) => findReviewRefusal(all, review, id)),
  ];
  return covering.flatMap((refusal) => {
    if (refusal === undefined) return [];
    const { kind, sha: commit, takenBack } = refusal;
    return [{ kind, commit, by: takenBack.by, paths: takenBack.paths }];
  });
}

/** Where a part of what a merge changed was taken back, it is merged all the same. */
function isWholeMerge({ kind, merged, takenBack }: Refusal): boolean {
  return kind === 'merge-conflict' && merged !== undefined && takenBack.paths.length === 0;
}

/** The newest one of those that cover them; undefined: not all of them are covered. */
function findCover<Asked>(
  asked: readonly Asked[],
  find: (one: Asked) => Refusal | undefined,
): Refusal | undefined {
  const found = asked.map(find);
  if (found.includes(undefined)) return undefined;
  return found.reduce((one, other) => ((other?.at ?? 0) > (one?.at ?? 0) ? other : one), undefined);
}

/** Our own check says in other words what the repair of any check was about. */
export function createCheckRefusalFinder(
  state: WorkspaceState,
): (check: FailedCheck) => Refusal | undefined {
  const all = listRefusals(state).filter(({ kind }) => kind === 'ci');
  return (check) =>
    all.findLast(({ causes = [] }) => check.ours === true || causes.includes(checkKey(check)));
}

/** Words that a reviewer wrote since are another ask. */
function findReviewRefusal(
  all: readonly Refusal[],
  { newestAt = 0 }: Observation['review'],
  id: string,
): Refusal | undefined {
  return all.findLast(
    ({ kind, causes = [], heardUntil = 0 }) =>
      kind === 'review' && causes.includes(id) && newestAt <= heardUntil,
  );
}
