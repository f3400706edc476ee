import { setTimeout as pause } from 'node:timers/promises';
import type { GitHub } from '../support/github/server.ts';
import type { WorldEvent } from '../support/github/events.ts';
import type { IssueComment, Pull } from '../support/github/model.ts';
import type { ControlPlane } from './control-plane.ts';
import type { KeptState, Move } from './state.ts';
import type { Timeline } from './timeline.ts';

export interface Watched {
  readonly state: KeptState;
  readonly plane: ControlPlane;
  readonly pull: Pull;
  readonly timeline: Timeline;
  readonly signal: AbortSignal;
}

const lookEveryMs = 200;
const longestMs = 240_000;

/** Shows what the ratchet decides and does, until the pull request is green; a text says why it never will be. */
export async function watchUntilGreen(watched: Watched): Promise<string | undefined> {
  const { state, plane, timeline, signal } = watched;
  const end = Date.now() + longestMs;
  let shown = 0;
  while (Date.now() < end) {
    for (const move of await state.movesAfter(shown)) {
      shown = move.rev;
      showMove(timeline, move);
    }
    const verdict = (await judge(watched)) ?? plane.gone();
    if (verdict !== undefined) return verdict === 'green' ? undefined : verdict;
    await pause(lookEveryMs, undefined, { signal });
  }
  return `it was not green within ${longestMs / 1000} s`;
}

/** Green, or why it will never be; undefined: it goes on. */
async function judge({ state, pull }: Watched): Promise<string | undefined> {
  const { lastDecision, session, check } = (await state.load()) ?? {};
  if (lastDecision === undefined || session !== undefined || check !== undefined) return undefined;
  const { code, needsHuman, reason } = lastDecision;
  if (needsHuman) return `the ratchet asks for a person: ${reason.replace(/\.$/, '')}`;
  const isShown = stickyOf(pull)?.body.includes('✅') === true;
  return code === 'GREEN' && isShown ? 'green' : undefined;
}

function showMove(timeline: Timeline, move: Move): void {
  timeline.say('ratchetr', sayMove(move));
  for (const { agent, title } of move.repairs)
    timeline.say('', `${''.padEnd(20)}${agent}: ${title}`);
}

/** A line of the log. */
export function sayMove({ what, reason }: Move): string {
  return `${what.padEnd(18)}  ${reason}`;
}

/** The one comment that says how things stand. */
export function stickyOf(pull: Pull): IssueComment | undefined {
  return pull.comments.find(({ app }) => app !== undefined);
}

/** Shows what becomes visible at GitHub: pushes, labels, comments, answers. Returns how to stop. */
export function watchGitHub({ world }: GitHub, timeline: Timeline): () => void {
  let last = '';
  return world.on((event) => {
    const told = tell(event);
    // An edited comment often begins as it did before.
    if (told === undefined || told === last) return;
    last = told;
    timeline.say('GitHub', told);
  });
}

function tell(event: WorldEvent): string | undefined {
  const { type } = event;
  if (type === 'push') {
    const { message = '' } = event.repository.git.commit(event.after) ?? {};
    const branch = event.ref.replace('refs/heads/', '');
    return `${event.sender.login} pushes ${event.after.slice(0, 7)} to ${branch}: ${firstLine(message)}`;
  }
  if (type === 'pull_request' && event.action === 'labeled') {
    return `${event.sender.login} adds the label ${event.label?.name}`;
  }
  if (type === 'issue_comment') {
    return `${event.sender.login} comments: ${firstLine(event.comment.body)}`;
  }
  if (type === 'pull_request_review_comment') {
    const { thread, body } = event.comment;
    return `${event.sender.login} on ${thread.path}: ${firstLine(body)}`;
  }
  return undefined;
}

/** The first line that a reader sees, without its marks. */
function firstLine(markdown: string): string {
  const shown = markdown
    .replaceAll(/<!--.*?-->|<code>.*?<\/code>/gs, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return (shown.trim().split('\n')[0] ?? '').replaceAll('**', '').trim();
}
