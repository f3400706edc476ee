import * as z from 'zod';
import { findCommand } from '../observation/person-commands.ts';
import { ignored } from './effect.ts';
import {
  anyAccount,
  eventReader,
  type ReadEvent,
  installation,
  isOwnAccount,
  numericId,
  ownEvent,
  toPullRequest,
  repository,
  toEventRepository,
} from './payload.ts';

const shape = z.object({
  action: z.string(),
  issue: z.object({
    number: z.int().positive(),
    state: z.string(),
    /** Only a pull request has it. */
    pull_request: z.unknown().optional(),
  }),
  comment: z.object({
    /** The id that looks read as well, so that a command is obeyed once by whichever way it came. */
    node_id: z.string().min(1),
    body: z.string(),
    user: anyAccount,
    updated_at: z.iso.datetime({ offset: true }).optional().catch(undefined),
    performed_via_github_app: z.object({ id: numericId }).optional().catch(undefined),
  }),
  repository,
  installation,
});

/** What we write carries this, also where we write in the name of a person. */
const ownMark = '<!-- ratchetr:';

export const commentEvent: ReadEvent = eventReader(shape, (payload, receiver) => {
  const { action, issue, comment, repository: where, installation: from } = payload;
  if (issue.pull_request === undefined || issue.pull_request === null) {
    return ignored('The comment is on an issue.');
  }
  if (action !== 'created' && action !== 'edited') {
    return ignored('The action asks for no look.');
  }
  const { body, user, performed_via_github_app: app, updated_at: askedAt } = comment;
  const byOurApp = receiver.appId !== undefined && app?.id === receiver.appId;
  if (byOurApp || isOwnAccount(user, receiver) || body.includes(ownMark)) return ownEvent;
  const text = findCommand(body);
  if (text === undefined) return ignored('The comment is conversation and no command.');
  // A person who edits the comment of another must not lend it rights, so the author counts as the one who asks.
  if (user === undefined) return ignored('The account of the author is gone.');
  if (user.type === 'Bot') return ignored('Bots give no commands.');
  const concerned = {
    kind: 'pull-request',
    pullRequest: toPullRequest(toEventRepository(where, receiver), { number: issue.number }),
    open: issue.state === 'open',
    installationId: from?.id,
  } as const;
  const { node_id: commentId } = comment;
  return { kind: 'asked', concerned, commentId, login: user.login, text, askedAt };
});
