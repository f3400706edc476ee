import type { RunId } from '#model/ids.ts';
import type { Transition } from '#model/transition.ts';
import type { WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import type { Truth } from './model-forge.ts';
import type { ModelWorkers } from './model-workers.ts';
import { enterReviews, type Reviews } from './reviews.ts';

/** What has to be so, counted beside the ratchet and never by it. */
export interface Book {
  readonly problems: string[];
  attempts: number;
  pushedInARow: number;
  readonly spent: Set<string>;
  readonly cleared: Set<RunId>;
  readonly checked: Set<string>;
  /** Workers that the workspace has known of. */
  readonly known: Set<string>;
  readonly promised: Map<number, Transition>;
  /** What each comment orders. */
  readonly orders: Map<string, string>;
  rev: number;
  /** As it was written last. */
  head: WorkspaceHead | undefined;
  /** A person pushed while we published: it counts once that is over. */
  personPushed: boolean;
  readonly reviews: Reviews;
  /** The worker that was let begin last. */
  speaker: string;
  /** How sessions ended, and what was decided, over all schedules. */
  readonly seen: (what: string) => void;
}

export function openBook(seen: (what: string) => void): Book {
  return {
    problems: [],
    attempts: 0,
    pushedInARow: 0,
    spent: new Set(),
    cleared: new Set(),
    checked: new Set(),
    known: new Set(),
    promised: new Map(),
    orders: new Map(),
    rev: 1,
    head: undefined,
    personPushed: false,
    reviews: { addressedUntil: -Infinity, heardUntil: -Infinity },
    speaker: '',
    seen,
  };
}

interface Committed {
  /** Whoever wrote it; a worker by its reference. */
  readonly name: string;
  readonly before: WorkspaceState;
  readonly head: WorkspaceHead;
  readonly truth: Truth;
  readonly workers: ModelWorkers;
  readonly now: number;
}

/** Holds one change of the workspace against everything that is promised. */
export function enter(book: Book, committed: Committed): void {
  const { before, head } = committed;
  const after = head.state;
  const { problems } = book;
  if (head.rev !== book.rev + 1) problems.push(`revision ${head.rev} follows ${book.rev}`);
  book.rev = head.rev;
  book.head = head;
  for (const one of [after.session, after.check]) {
    if (one?.taskRef !== undefined) book.known.add(one.taskRef);
  }
  const transition = head.outbox?.transition;
  if (transition !== undefined) book.promised.set(head.rev, transition);
  if (after.lastDecision?.code !== before.lastDecision?.code) {
    book.seen(after.lastDecision?.code ?? 'nothing');
  }
  enterWakes(book, committed);
  enterOrders(book, before, after);
  enterSwitch(book, before, after);
  enterHead(book, committed);
  if (after.lastDecision?.code === 'GREEN' && before.lastDecision?.code !== 'GREEN') reset(book);
  enterGreen(book, committed);
  enterEnd(book, committed);
  enterReservation(book, committed);
  enterCleanUp(book, committed);
  enterLoss(book, committed);
  enterCheck(book, before, after);
  enterWord(book, committed);
  const waiting = enterReviews(book.reviews, committed);
  if (waiting !== undefined) problems.push(waiting);
  const { consecutiveFixupAttempts: attempts } = after;
  if (attempts !== book.attempts) problems.push(`${attempts} attempts, and not ${book.attempts}`);
  const isOver = after.observation !== undefined && after.observation.state !== 'open';
  const isSaid = ['CLOSED', 'MERGED'].includes(after.lastDecision?.code ?? '');
  if (isOver && isSaid && committed.workers.atWork('fixup').length > 0) {
    problems.push('the pull request is over, and its worker was not stopped first');
  }
}

function reset(book: Book): void {
  book.attempts = 0;
  book.pushedInARow = 0;
  book.reviews.heardUntil = -Infinity;
}

// A look that was queued and got lost is queued again by then.
const longestDelay = 2 * 60_000;

/** Whoever wrote something before a wake was looked into has left the look to come soon. */
function enterWakes({ problems }: Book, { head: { state, wakeSeq, dueAt, rev }, now }: Committed) {
  if (state.wakeSeqSeen === wakeSeq) return;
  const isSoon = dueAt !== undefined && dueAt <= now + longestDelay;
  if (!isSoon) problems.push(`revision ${rev} leaves wake ${wakeSeq} without a look`);
}

function enterOrders(book: Book, before: WorkspaceState, after: WorkspaceState): void {
  for (const comment of after.obeyed.filter((one) => !before.obeyed.includes(one))) {
    const order = book.orders.get(comment);
    if (order === 'retry') book.checked.clear();
    const wasOn = before.enabled && before.switched?.to !== 'off';
    if (order === 'retry' || (order === 'on' && !wasOn)) {
      reset(book);
      book.spent.clear();
    }
  }
}

function enterSwitch(book: Book, before: WorkspaceState, after: WorkspaceState): void {
  if (before.enabled || !after.enabled) return;
  reset(book);
  book.spent.clear();
}

function enterHead(book: Book, { before, head: { state }, truth }: Committed): void {
  const [old, now] = [before.observation?.headSha, state.observation?.headSha];
  if (old === undefined || now === undefined || old === now) return;
  if (truth.commits.get(now)?.by !== 'person') return;
  if (before.session?.phase === 'publishing') book.personPushed = true;
  else reset(book);
}

function enterEnd(book: Book, { before, head: { state }, truth }: Committed): void {
  const { session } = before;
  if (session === undefined || state.session?.id === session.id) return;
  const outcome = state.lastSession?.outcome;
  book.seen(`ended ${outcome}`);
  const commit = [...truth.commits.values()].find(
    ({ by, sha }) => by === session.id && truth.pushedFor.includes(session.id) && sha !== undefined,
  );
  const isCovered = [...truth.commits.values()].some(
    ({ parents, by }) => by === 'person' && commit !== undefined && parents.includes(commit.sha),
  );
  if ((outcome === 'pushed') !== (commit !== undefined) && !isCovered) {
    book.problems.push(`${session.id} ended ${outcome}, and the branch tells otherwise`);
  }
  if (outcome === 'pushed' || outcome === 'timed-out') book.attempts += 1;
  if (outcome === 'pushed') book.pushedInARow += 1;
  if (outcome === 'pushed' || outcome === 'no-push') book.spent.add(session.fingerprint);
  if (book.personPushed) reset(book);
  book.personPushed = false;
  if (book.pushedInARow > 3) book.problems.push(`${book.pushedInARow} pushed fixups in a row`);
  book.seen(`pushed ${book.pushedInARow} in a row`);
  book.cleared.add(session.id);
  if (session.changeset === undefined) return;
  if (session.cancelled !== undefined) book.seen('a result was called off');
  if ((state.lastSession?.at ?? 0) > session.deadline) book.seen('a result was taken up again');
}

function enterReservation(
  book: Book,
  { before, head: { state }, truth, workers }: Committed,
): void {
  const { session } = state;
  if (session === undefined || session.id === before.session?.id) return;
  const { problems } = book;
  if (before.session !== undefined) problems.push('a session took the place of another');
  if (book.spent.has(session.fingerprint)) {
    problems.push(`a second fixup for ${session.fingerprint}`);
  }
  const isReplaced =
    truth.head.sha !== session.headBefore && truth.pushedFor.at(-1) === truth.head.by;
  if (isReplaced) problems.push(`${session.id} begins at a head that we have replaced`);
  if (session.kind === 'review' && (session.heardUntil ?? 0) <= book.reviews.heardUntil) {
    problems.push(`${session.id} addresses once more what was addressed by a push of ours`);
  }
  if (!state.enabled) problems.push('a session was reserved while switched off');
  const [other] = workers.atWork('fixup');
  if (other !== undefined) problems.push(`${other.taskRef} still works while another one begins`);
}

/** Green is what the newest execution for each event says, unless the forge has moved on since the look. */
function enterGreen({ problems }: Book, { before, head: { state }, truth }: Committed): void {
  const { lastDecision, light } = state;
  const isNew = lastDecision?.code === 'GREEN' && lastDecision !== before.lastDecision;
  if (!isNew || light !== `${truth.version} ${truth.head.sha}`) return;
  const newest = new Map(truth.checks.map((check) => [check.event, check]));
  for (const { event, conclusion } of newest.values()) {
    if (conclusion !== 'SUCCESS') problems.push(`green, and ${event} said ${conclusion}`);
  }
}

/** Guards that only watch, in the order of the guards, and a session that holds everything up. */
const beforeCleanUp: ReadonlySet<string> = new Set([
  'WORKING_SESSION',
  'CI_RUNNING',
  'RUNNING_TOO_LONG',
  'STALE_CI',
  'STALE_CI_TIMEOUT',
  'SESSION_LIVE',
  'STOPPING',
]);

/** Whatever else is decided, nobody of an earlier session is at work any more. */
function enterCleanUp(book: Book, { before, head: { state }, workers }: Committed): void {
  const { lastDecision: decision } = state;
  // Every decision makes a new one, even if it says the same.
  if (decision === undefined || decision === before.lastDecision) return;
  if (beforeCleanUp.has(decision.code)) return;
  const named = new Set(before.leftovers.map(({ taskRef }) => taskRef));
  const stray = workers.atWork().filter(({ taskRef }) => named.has(taskRef));
  for (const { taskRef } of stray) {
    book.problems.push(`${decision.code} was decided, and ${taskRef} was left to work on`);
  }
  const hung = workers.all.some(({ taskRef, hangs }) => hangs && named.has(taskRef));
  if (hung) book.seen('a worker that hung was stopped');
}

function enterLoss(book: Book, { before, head: { state }, workers }: Committed): void {
  const taskRef = before.session?.taskRef;
  if (taskRef === undefined || taskRef === state.session?.taskRef) return;
  const isForgotten = workers.all.some((one) => one.forgotten && one.taskRef === taskRef);
  if (isForgotten) book.seen('a forgotten worker was missed');
}

/** Holds one push against what is written of its session at that moment. */
export function enterPush({ head, problems }: Book, run: RunId): void {
  const session = head?.state.session;
  if (session?.id !== run) problems.push(`${run} is pushed, and it is not the session`);
  else if (session.phase !== 'publishing') problems.push(`${run} is pushed while ${session.phase}`);
  else if (session.cancelled !== undefined) problems.push(`${run} is pushed though called off`);
}

/** Each head is checked once, and once more where the worker of its check was lost; one not launched is no check. */
function enterCheck(book: Book, before: WorkspaceState, after: WorkspaceState): void {
  const { check, lostCheckOf: lost } = after;
  if (lost !== undefined && lost !== before.lostCheckOf) book.checked.delete(lost);
  const isForgotten = check === undefined && after.checkedSha === undefined;
  if (isForgotten && before.check !== undefined && before.check.taskRef === undefined) {
    book.checked.delete(before.check.headSha);
  }
  if (check === undefined || check.id === before.check?.id) return;
  if (book.checked.has(check.headSha)) book.problems.push(`${check.headSha} is checked twice`);
  book.checked.add(check.headSha);
  book.seen('check');
}

/** Of all workers of a run only the one that was let begin last may say its last word. */
function enterWord(book: Book, { before, head: { state }, name }: Committed): void {
  const [old, now] = [before.session, state.session];
  if (now?.phase === 'running' && now.fence !== old?.fence) book.speaker = name;
  if (old?.phase !== 'running' || now?.phase !== 'finished' || name === book.speaker) return;
  book.problems.push(`${name} said the last word of ${now.id}, and not ${book.speaker}`);
}
