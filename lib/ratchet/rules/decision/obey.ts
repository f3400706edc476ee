import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { RequestedAction } from '../ingest/person-command.ts';
import type { WorkspaceCommand } from '#model/message.ts';
import type { WorkspaceState } from '#model/workspace.ts';
import { forgetTried, resetFixupAttempts } from './attempts.ts';
import { clearStaleCiSince } from './stale-ci.ts';

/** Who asks, where and when. */
export interface Asking {
  readonly login: string;
  readonly commentId: string;
  readonly now: number;
  /** When it was written; absent: just now. */
  readonly askedAt?: number | undefined;
  /** What was pushed until then is vouched for by another try; absent: when it was asked is not known. */
  readonly vouchedAt?: number | undefined;
}

export interface Obeyed {
  readonly next: WorkspaceState;
  readonly commands: readonly WorkspaceCommand[];
  /** What was done, in one sentence for the log. */
  readonly reason: string;
}

type Obeying = Outcome<Obeyed, 'no-hold' | 'no-question' | 'other-head' | 'outdated'>;

/** What a person's order makes of a workspace, or why there is nothing that could be ordered so. */
export function obey(state: WorkspaceState, order: RequestedAction, asking: Asking): Obeying {
  const { login, now } = asking;
  if (isOutdated(state, order, asking)) {
    return refuse('outdated', 'What was said later counts, so this changes nothing.');
  }
  switch (order.kind) {
    case 'on':
      return obeyWith(switchOn(state, asking), `${login} switched the ratchet on.`);
    case 'off':
      return obeyWith(setSwitch(state, 'off', asking), `${login} switched the ratchet off.`);
    case 'stop':
      return stopWork(state, asking);
    case 'retry':
      return obeyWith(forgetAll(state, asking), `${login} asks for another try.`);
    case 'hold': {
      const until = now + order.milliseconds;
      const hold = { id: asking.commentId, holder: login, expiresAt: until };
      const next: WorkspaceState = { ...state, manualSession: { ...hold, state: 'working' } };
      return obeyWith(next, `${login} works on the branch for ${inMinutes(order.milliseconds)}.`);
    }
    case 'release': {
      const { manualSession, ...rest } = state;
      if (manualSession === undefined) {
        return refuse('no-hold', 'No hold is set on this pull request.');
      }
      return obeyWith(rest, `${login} ended the hold of ${manualSession.holder}.`);
    }
    case 'vouch':
      return vouchForJudging(state, order.commit, asking);
    case 'answer':
      return recordAnswer(state, order.answer, login);
  }
}

/** Events come late and in any order, and a look finds what an event did not tell: yet the last word of people counts. */
function isOutdated(
  { switched: last }: WorkspaceState,
  { kind }: RequestedAction,
  { askedAt = Infinity }: Asking,
): boolean {
  // Times of the forge have no fractions of seconds.
  if (last === undefined || askedAt + 1_000 > last.at) return false;
  const switches = kind === 'on' || kind === 'off' || kind === 'stop';
  return switches || (kind === 'retry' && last.to === 'off');
}

function obeyWith(next: WorkspaceState, reason: string): Obeying {
  return ok({ next, commands: [], reason });
}

function setSwitch(
  state: WorkspaceState,
  to: 'on' | 'off',
  { login, now, askedAt = now }: Asking,
): WorkspaceState {
  return { ...state, switched: { to, by: login, at: askedAt } };
}

/** Only what was off is begun anew: saying it twice gives no more attempts. */
function switchOn(state: WorkspaceState, asking: Asking): WorkspaceState {
  const next = setSwitch(state, 'on', asking);
  const wasOn = state.enabled && state.switched?.to !== 'off';
  return wasOn ? next : forgetTried(resetFixupAttempts(next));
}

/** Everything that keeps the ratchet from acting on what it sees now is forgotten. */
function forgetAll(state: WorkspaceState, asking: Asking): WorkspaceState {
  const { checkedSha: _, checkedConfig: __, ...unchecked } = state;
  const { incident, lastSession } = state;
  const { login: by, vouchedAt: at } = asking;
  const lifted = state.switched?.to === 'off' ? setSwitch(unchecked, 'on', asking) : unchecked;
  return {
    ...clearStaleCiSince(forgetTried(resetFixupAttempts(lifted))),
    ...(at !== undefined && { vouched: { by, at } }),
    ...(lastSession && { lastSession: { ...lastSession, relaunches: 0 } }),
    // Forgotten altogether, the same failure would be a new incident at the next look.
    ...(incident && { incident: { ...incident, until: asking.now } }),
  };
}

/** Binds to the commit that is named: what is pushed later is vouched for by no one. */
function vouchForJudging(
  state: WorkspaceState,
  commit: string,
  { login: by, now: at }: Asking,
): Obeying {
  const { observation, judging } = state;
  const headSha = observation?.headSha;
  if (headSha?.startsWith(commit) !== true) {
    const now = headSha === undefined ? 'not known yet' : headSha.slice(0, 12);
    return refuse('other-head', `The head is ${now}, and ${commit} is another commit.`);
  }
  const next = { ...state, vouchedJudging: { headSha, by, at } };
  const commands: WorkspaceCommand[] =
    judging?.headSha === headSha ? [{ kind: 'report', runId: judging.runId }] : [];
  return ok({ next, commands, reason: `${by} vouched for how ${commit} is judged.` });
}

/** What is being published is so near its end that it cannot be called back. */
function stopWork(state: WorkspaceState, asking: Asking): Obeying {
  const off = setSwitch(state, 'off', asking);
  const reason = `${asking.login} stopped the ratchet.`;
  const { session } = state;
  if (session === undefined || session.phase === 'publishing') return obeyWith(off, reason);
  const { id: runId, taskRef, phase } = session;
  const next = { ...off, session: { ...session, cancelled: session.cancelled ?? reason } };
  // Its changeset is refused by publish, which is on its way and clears it.
  if (phase === 'finished') return obeyWith(next, reason);
  const stop: WorkspaceCommand[] =
    taskRef === undefined ? [] : [{ kind: 'stop', runId, taskRef, because: reason }];
  return ok({ next, commands: [...stop, { kind: 'exit', runId }], reason });
}

function recordAnswer(state: WorkspaceState, answer: string, login: string): Obeying {
  const { question, ...rest } = state;
  if (question === undefined) {
    return refuse('no-question', 'No question waits for an answer here.');
  }
  const answers = [...state.answers, { question, answer, by: login }].slice(-20);
  const next = { ...forgetTried(rest), answers };
  return obeyWith(next, `${login} answered: ${answer}`);
}

function inMinutes(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

const remembered = 50;

/** Remembers a comment, so that its command is obeyed once. */
export function rememberObeyed(state: WorkspaceState, commentId: string): WorkspaceState {
  return { ...state, obeyed: [...state.obeyed, commentId].slice(-remembered) };
}

/** Apart from the others: a stranger who writes many must not have those forgotten that were obeyed. */
export function rememberRefused(state: WorkspaceState, commentId: string): WorkspaceState {
  return { ...state, refused: [...(state.refused ?? []), commentId].slice(-remembered) };
}

/** Whether the command of a comment was dealt with. */
export function isCommandHandled(
  { obeyed, refused = [] }: WorkspaceState,
  commentId: string,
): boolean {
  return obeyed.includes(commentId) || refused.includes(commentId);
}
