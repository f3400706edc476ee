import { greenCode } from '#ratchet/rules/decision/table/guards.ts';
import { type RowGroup, rowGroups } from '#ratchet/rules/operators/row-groups.ts';
import type { Action } from '#model/decision.ts';
import type { RunId, WorkspaceId } from '#model/ids.ts';
import type { SessionKind } from '#model/session.ts';
import type { PullRequest, WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import { adviseHuman } from '../github/advice.ts';
import type { MoodWord } from '../run/words.ts';
import { safeLine } from '../safe-text.ts';

/** What operators see first of a workspace. */
export interface WorkspaceRow {
  readonly id: WorkspaceId;
  /** As people write it: owner/name#number. */
  readonly pullRequest: string;
  readonly title: string;
  /** Null: it was never seen. */
  readonly url: string | null;
  readonly group: RowGroup;
  readonly state: string;
  readonly mood: MoodWord['mood'];
  /** Null: nothing was decided yet. */
  readonly action: Action | null;
  readonly code: string | null;
  readonly reason: string;
  readonly needsHuman: boolean;
  /** What a person can do; null: no person is needed. */
  readonly advice: string | null;
  readonly attempts: number;
  /** Null: the log does not say any more. */
  readonly attemptLimit: number | null;
  readonly usd: number;
  /** When this was first decided. */
  readonly since: number;
  /** Null: no look succeeded yet. */
  readonly lastLookAt: number | null;
  /** Null: only when something happens. */
  readonly nextLookAt: number | null;
  readonly session: { readonly id: RunId; readonly kind: SessionKind } | null;
}

export function workspaceRow(
  { state, dueAt }: WorkspaceHead,
  attemptLimit: number | null,
): WorkspaceRow {
  const { lastDecision, observation, session } = state;
  const { mood, word } = describeState(state);
  return {
    id: state.id,
    pullRequest: pullRequestName(state.pullRequest),
    title: safeLine(observation?.title ?? '', 200),
    url: observation?.url ?? null,
    group: groupOf(state),
    state: word,
    mood,
    action: lastDecision?.action ?? null,
    code: lastDecision?.code ?? null,
    reason: safeLine(currentReason(state)),
    needsHuman: asksHuman(state),
    advice: adviseHuman(state) ?? null,
    attempts: state.consecutiveFixupAttempts,
    attemptLimit,
    usd: state.spentUsd,
    since: lastDecision?.at ?? state.createdAt,
    lastLookAt: state.lastCheckedAt ?? null,
    nextLookAt: dueAt ?? null,
    session: session === undefined ? null : { id: session.id, kind: session.kind },
  };
}

/** What has waited for a person longest comes first; what waits for nothing is found by its name. */
export function sortRows(rows: readonly WorkspaceRow[]): readonly WorkspaceRow[] {
  return rows.toSorted((one, two) => {
    const groups = rowGroups.indexOf(one.group) - rowGroups.indexOf(two.group);
    const isWaited = one.group === 'human' || one.group === 'work';
    const waits = isWaited ? one.since - two.since : 0;
    return groups || waits || comparePullRequests(one.pullRequest, two.pullRequest);
  });
}

export function pullRequestName({ owner, name, number }: Omit<PullRequest, 'host'>): string {
  return safeLine(`${owner}/${name}#${number}`, 200);
}

/** Of how many; without a limit only how many. */
export function attemptWords({ attempts, attemptLimit }: WorkspaceRow): string {
  return attemptLimit === null ? `${attempts}` : `${attempts}/${attemptLimit}`;
}

function groupOf(state: WorkspaceState): RowGroup {
  if (state.archivedAt !== undefined) return 'over';
  if (asksHuman(state)) return 'human';
  return state.session === undefined ? 'rest' : 'work';
}

function asksHuman({ lastDecision, question }: WorkspaceState): boolean {
  return question !== undefined || lastDecision?.needsHuman === true;
}

function currentReason({ lastDecision, question }: WorkspaceState): string {
  if (question !== undefined) return `A plan asks: ${question}`;
  return lastDecision?.reason ?? 'Ratchetr has not looked at it yet.';
}

function describeState({ session, question, lastDecision }: WorkspaceState): MoodWord {
  if (question !== undefined) return { mood: 'unsure', word: 'asks a question' };
  if (session !== undefined) return { mood: 'plain', word: `${session.kind}: ${session.phase}` };
  if (lastDecision === undefined) return { mood: 'plain', word: 'new' };
  if (lastDecision.code === greenCode) return { mood: 'good', word: 'green' };
  const told = states[lastDecision.action];
  return lastDecision.needsHuman && told.mood === 'plain' ? { ...told, mood: 'unsure' } : told;
}

const states: Readonly<Record<Action, MoodWord>> = {
  WAIT: { mood: 'plain', word: 'waiting' },
  CLEANUP_ONLY: { mood: 'plain', word: 'only watched' },
  FIX_MERGE_CONFLICT: { mood: 'plain', word: 'to be fixed' },
  FIX_CI: { mood: 'plain', word: 'to be fixed' },
  FIX_REVIEW: { mood: 'plain', word: 'to be fixed' },
  DONE: { mood: 'plain', word: 'nothing to do' },
  TERMINAL_FAILED: { mood: 'bad', word: 'given up' },
};

/** Numbers by their size: #9 comes before #10. */
function comparePullRequests(one: string, two: string): number {
  const [[repository, number], [other, otherNumber]] = [
    splitPullRequest(one),
    splitPullRequest(two),
  ];
  if (repository !== other) return repository < other ? -1 : 1;
  return number - otherNumber;
}

function splitPullRequest(place: string): readonly [string, number] {
  const at = place.lastIndexOf('#');
  return [place.slice(0, at), Number(place.slice(at + 1))];
}
