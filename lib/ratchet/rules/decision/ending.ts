import type { RatchetSettings } from '#model/look-facts.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { CheckSession, LiveRun, Session } from '#model/session.ts';
import type { SessionOutcome, WorkspaceState } from '#model/workspace.ts';

/** What is known of a worker when it is accounted for. */
export interface WorkerFacts {
  readonly now: number;
  readonly began: number;
  readonly taskRef: string | undefined;
  readonly worker: 'alive' | 'stopped' | 'unknown';
  /** Its last word, where it has said one. */
  readonly sentence: string | undefined;
  readonly costUsd: number;
  /** Why no agent could work, where that is why it has no result. */
  readonly unavailable?: 'provider' | 'account' | undefined;
  /** It verified a patch. */
  readonly hasPatch: boolean;
  readonly settings: RatchetSettings;
  /** How long a worker must seem gone before it is believed. */
  readonly suspicion: number;
}

export type Ending =
  | { readonly kind: 'nothing' }
  | {
      readonly kind: 'changed';
      readonly next: (state: WorkspaceState) => WorkspaceState;
      readonly commands: readonly WorkspaceCommand[];
      readonly dueAt: number;
      /** Its worker must not work beside the next one. */
      readonly replacesWorker?: true;
    }
  | {
      readonly kind: 'ended';
      readonly outcome: Exclude<SessionOutcome, 'pushed' | 'lost-race'>;
      readonly reason: string;
      readonly patch?: boolean;
      readonly unavailable?: 'provider' | 'account';
    };

/** What becomes of a session whose worker may be over. */
export function determineSessionEnding(
  { observation }: WorkspaceState,
  session: Session,
  facts: WorkerFacts,
): Ending {
  const { phase, changeset, cancelled } = session;
  if (phase === 'publishing') return republish(session, facts);
  if (cancelled !== undefined) {
    const ended = { kind: 'ended', outcome: 'cancelled', reason: cancelled } as const;
    return mayHaveUnknownWorker(session) ? findWorker(session, facts) : ended;
  }
  if (phase === 'finished') {
    if (changeset !== undefined) return republish(session, facts);
    const reason = facts.sentence ?? 'The session ended without a result.';
    const { unavailable } = facts;
    return unavailable === undefined
      ? { kind: 'ended', outcome: 'no-push', reason, patch: facts.hasPatch }
      : { kind: 'ended', outcome: 'unavailable', reason, unavailable };
  }
  const late = findTimeout(session, facts);
  if (late !== undefined) return mayHaveUnknownWorker(session) ? findWorker(session, facts) : late;
  const suspected = suspectLoss(session, facts);
  if (suspected !== undefined) return suspected;
  const isSameHead = observation?.headSha === session.headBefore;
  const mayResume = isSameHead && session.launches <= facts.settings.relaunches;
  if (isWorkerLost(session, facts))
    return mayResume ? relaunchSession(session, facts) : endAsCrashed(session);
  return untilCertain(session, facts);
}

/** A check has no outcome of its own: it is forgotten, and its report says that it did not come to an end. */
export function determineCheckEnding(check: CheckSession, facts: WorkerFacts): Ending {
  const late = findTimeout(check, facts);
  if (late !== undefined) return late;
  const suspected = suspectLoss(check, facts);
  if (suspected !== undefined) return suspected;
  return isWorkerLost(check, facts)
    ? { kind: 'ended', outcome: 'crashed', reason: 'The worker of the check was lost.' }
    : untilCertain(check, facts);
}

/** The process that launched it crashed before it recorded which worker that was. */
function mayHaveUnknownWorker({ phase, taskRef }: LiveRun): boolean {
  return taskRef === undefined && (phase === 'launching' || phase === 'running');
}

/** Launching again starts nothing new, it tells which worker was launched: none is left to work on unseen. */
function findWorker({ id }: LiveRun, { now }: WorkerFacts): Ending {
  return {
    kind: 'changed',
    next: keepState,
    commands: [{ kind: 'dispatch', runId: id }],
    dueAt: now + 60_000,
  };
}

/** An outage passes; what kills each publisher does not, and would keep the pull request from all else. */
const longestPublishingMs = 6 * 60 * 60_000;

/** Its publisher died: what was promised is promised again. */
function republish({ id, deadline }: Session, { now, hasPatch: patch }: WorkerFacts): Ending {
  if (now <= deadline) return { kind: 'nothing' };
  if (now > deadline + longestPublishingMs) {
    const reason = 'It could not be published in six hours; the log of the publisher says why.';
    return { kind: 'ended', outcome: 'no-push', reason, patch };
  }
  return {
    kind: 'changed',
    next: keepState,
    commands: [{ kind: 'publish', runId: id }],
    dueAt: now + 60_000,
  };
}

function keepState(state: WorkspaceState): WorkspaceState {
  return state;
}

function findTimeout(worker: LiveRun, { now }: WorkerFacts): Ending | undefined {
  const isStarted = worker.phase === 'running';
  if (isStarted && now > worker.deadline) {
    return { kind: 'ended', outcome: 'timed-out', reason: 'The session ran out of time.' };
  }
  if (isStarted || now <= worker.startBy) return undefined;
  return { kind: 'ended', outcome: 'never-started', reason: 'Its worker never started.' };
}

/** The first look only remembers: a list of workers may lag behind. */
function suspectLoss(worker: LiveRun, facts: WorkerFacts): Ending | undefined {
  const { now, suspicion } = facts;
  if (!isWorkerGone(worker, facts) || worker.suspectedAt !== undefined) return undefined;
  const { id } = worker;
  const next = (state: WorkspaceState): WorkspaceState => ({
    ...state,
    ...(state.session?.id === id && { session: { ...state.session, suspectedAt: now } }),
    ...(state.check?.id === id && { check: { ...state.check, suspectedAt: now } }),
  });
  return { kind: 'changed', next, commands: [], dueAt: now + suspicion };
}

/** Looks meanwhile have put the next one off: it comes as soon as the loss may be believed. */
function untilCertain(worker: LiveRun, facts: WorkerFacts): Ending {
  const { suspectedAt } = worker;
  if (!isWorkerGone(worker, facts) || suspectedAt === undefined) return { kind: 'nothing' };
  return { kind: 'changed', next: keepState, commands: [], dueAt: suspectedAt + facts.suspicion };
}

function isWorkerGone({ taskRef }: LiveRun, { worker }: WorkerFacts): boolean {
  return taskRef !== undefined && worker !== 'alive';
}

function isWorkerLost(worker: LiveRun, facts: WorkerFacts): boolean {
  const { suspectedAt } = worker;
  return (
    isWorkerGone(worker, facts) &&
    suspectedAt !== undefined &&
    facts.now - suspectedAt >= facts.suspicion
  );
}

/** The same run goes on where its worker stopped, under a new one. */
function relaunchSession(
  { id, launches }: Session,
  { now, settings, taskRef }: WorkerFacts,
): Ending {
  const next = (state: WorkspaceState): WorkspaceState => {
    if (state.session?.id !== id) return state;
    const { taskRef: _, suspectedAt: __, nonce: ___, ...rest } = state.session;
    const startBy = now + settings.startMs;
    const session: Session = {
      ...rest,
      phase: 'reserved',
      fence: rest.fence + 1,
      launches,
      startBy,
      deadline: startBy + settings.sessionMs,
    };
    const leftovers = taskRef === undefined ? [] : [{ runId: id, taskRef }];
    return { ...state, session, leftovers: [...state.leftovers, ...leftovers].slice(-20) };
  };
  const commands: WorkspaceCommand[] = [{ kind: 'dispatch', runId: id }];
  return { kind: 'changed', next, commands, dueAt: now + 60_000, replacesWorker: true };
}

function endAsCrashed({ launches, phase }: Session): Ending {
  const isStarted = phase === 'running';
  const times = launches === 1 ? 'once' : `${launches} times`;
  const reason = `Its worker was launched ${times} and lost each time.`;
  return { kind: 'ended', outcome: isStarted ? 'crashed' : 'never-started', reason };
}

/** Forgets a check whose worker was lost. Its head is checked once more, and not again: it may be what kills workers. */
export function loseCheck(state: WorkspaceState): WorkspaceState {
  const { check, ...rest } = state;
  if (check === undefined || rest.lostCheckOf === check.headSha) return rest;
  const { checkedSha: _, ...unchecked } = rest;
  return { ...unchecked, lostCheckOf: check.headSha };
}
