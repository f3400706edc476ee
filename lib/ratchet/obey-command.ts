import { type RequestedAction, readCommand } from './rules/ingest/person-command.ts';
import { helpReply, refusalReply, whyReply } from './rules/ingest/replies.ts';
import type { WorkspaceId } from '#model/ids.ts';
import type { WorkspaceHead, WorkspaceState } from '#model/workspace.ts';
import { obey, rememberObeyed, rememberRefused, isCommandHandled } from './rules/decision/obey.ts';
import type { Forge, ForgePermissions } from './needs/forge.ts';
import type { Log } from '#base/needs/log.ts';
import type { Change, ChangeDeps } from './change-workspace.ts';
import { mayWrite } from './may-write.ts';
import { changeWithRetries, createLogEntry } from './workspace-changes.ts';

export interface ObeyDeps extends ChangeDeps {
  readonly forge: ForgePermissions & Pick<Forge, 'addComment'>;
  readonly log: Log;
}

/** What a person wants, as its message carries it. */
export interface PersonAsks {
  readonly workspaceId: WorkspaceId;
  readonly commentId: string;
  readonly login: string;
  /** The words after /ratchet. */
  readonly text: string;
  /** When it was written; absent: just now. */
  readonly askedAt?: number | undefined;
}

export type ObeyOutcome =
  | 'obeyed'
  /** Answered, and nothing else done. */
  | 'answered'
  /** The person may not write to the repository. */
  | 'refused'
  /** The same comment was dealt with before. */
  | 'repeated'
  /** The pull request is not watched. */
  | 'unknown';

/** Obeys a person who may write to the repository, once for each comment; others get one polite answer. */
export async function obeyCommand(deps: ObeyDeps, asks: PersonAsks): Promise<ObeyOutcome> {
  const head = await deps.workspaces.load(asks.workspaceId);
  if (head === undefined) return 'unknown';
  if (isCommandHandled(head.state, asks.commentId)) return 'repeated';
  const { workspaceId, login, text } = asks;
  const command = readCommand(text);
  const allowed = await mayWrite(deps.forge, head.state.pullRequest, login);
  deps.log.info('Command of a person', { workspaceId, login, command: command.kind, allowed });
  if (!allowed) {
    // One for each person, so that no stranger makes us fill the conversation.
    await replyOnce(deps, head.state, { about: `refused-${login}`, markdown: refusalReply(login) });
    return rememberAnswered(deps, asks, 'refused');
  }
  if (command.kind === 'why' || command.kind === 'unknown') {
    const markdown = command.kind === 'why' ? whyReply(head.state) : helpReply(text);
    await replyOnce(deps, head.state, { about: asks.commentId, markdown });
    return rememberAnswered(deps, asks, 'answered');
  }
  return executeCommand(deps, asks, command);
}

async function executeCommand(
  deps: ObeyDeps,
  asks: PersonAsks,
  order: RequestedAction,
): Promise<ObeyOutcome> {
  const { workspaceId, login, commentId, askedAt } = asks;
  const outcome = await changeWithRetries(deps, workspaceId, ({ state }, now) => {
    if (state.obeyed.includes(commentId)) return undefined;
    const asking = { login, commentId, now, askedAt, vouchedAt: askedAt };
    const obeyed = obey(state, order, asking);
    if (obeyed.kind === 'refused') return { next: undefined, refusal: obeyed.sentence };
    const { next, commands, reason } = obeyed.value;
    const snapshot = { login, commentId, order };
    return {
      next: rememberObeyed(next, commentId),
      transition: createLogEntry(now, { action: 'WAIT', reason, snapshot }),
      commands,
      dueAt: now,
    };
  });
  if (outcome.kind === 'changed') return 'obeyed';
  if (outcome.kind === 'unknown') return 'unknown';
  const { answer, head } = outcome;
  if (answer === undefined) return 'repeated';
  if (answer.refusal !== undefined) {
    await replyOnce(deps, head.state, { about: commentId, markdown: answer.refusal });
  }
  return rememberAnswered(deps, asks, 'answered');
}

/** Remembers that the comment was answered: only after the answer, which is made once for its marker. */
async function rememberAnswered(
  deps: ObeyDeps,
  { workspaceId, commentId }: PersonAsks,
  outcome: ObeyOutcome,
): Promise<ObeyOutcome> {
  await changeWithRetries(deps, workspaceId, ({ state, dueAt }: WorkspaceHead): Change => {
    if (isCommandHandled(state, commentId)) return undefined;
    const remember = outcome === 'refused' ? rememberRefused : rememberObeyed;
    const next = remember(state, commentId);
    return { next, commands: [], ...(dueAt !== undefined && { dueAt }) };
  });
  return outcome;
}

async function replyOnce(
  { forge }: ObeyDeps,
  { pullRequest }: WorkspaceState,
  { about, markdown }: { readonly about: string; readonly markdown: string },
): Promise<void> {
  await forge.addComment(pullRequest, `<!-- ratchetr:reply ${about} -->`, markdown);
}
