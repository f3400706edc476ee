import * as z from 'zod';
import { sha } from '#model/ids.ts';
import { type Concerned, ignored, type IngestEffect } from './effect.ts';
import {
  anyAccount,
  eventReader,
  type ReadEvent,
  isOwnAccount,
  numericId,
  ownEvent,
  type ReceivingApp,
  repository,
  toEventRepository,
} from './payload.ts';

const pulls = z
  .array(
    z.object({
      number: z.int().positive(),
      base: z.object({ repo: z.object({ id: numericId }) }),
    }),
  )
  .optional()
  .catch(undefined);

const check = z.object({
  head_sha: sha,
  pull_requests: pulls,
  app: z.object({ id: numericId }).optional().catch(undefined),
});
type Check = z.output<typeof check>;

const checkRunShape = z.object({
  action: z.string(),
  check_run: check,
  requested_action: z.object({ identifier: z.string() }).optional().catch(undefined),
  repository,
  sender: anyAccount,
});

export const checkRunEvent: ReadEvent = eventReader(checkRunShape, (payload, receiver) => {
  const { action, check_run: run, requested_action: button } = payload;
  return readCheck({ ...payload, check: run, text: button?.identifier }, receiver, action);
});

const checkSuiteShape = z.object({
  action: z.string(),
  check_suite: check,
  repository,
  sender: anyAccount,
});

export const checkSuiteEvent: ReadEvent = eventReader(checkSuiteShape, (payload, receiver) =>
  readCheck({ ...payload, check: payload.check_suite }, receiver, payload.action),
);

const workflowRunShape = z.object({
  action: z.string(),
  workflow_run: check,
  repository,
});

export const workflowRunEvent: ReadEvent = eventReader(workflowRunShape, (payload, receiver) =>
  readCheck({ ...payload, check: payload.workflow_run }, receiver, payload.action),
);

interface CheckEvent {
  readonly check: Check;
  readonly repository: z.output<typeof repository>;
  readonly sender?: z.output<typeof anyAccount>;
  /** What the pressed button is called. */
  readonly text?: string | undefined;
}

// A check belongs to the App that reports it. Its sender is the account that pushed the head, so often our own.
function readCheck(event: CheckEvent, receiver: ReceivingApp, action: string): IngestEffect {
  const concerned = findConcerned(event, receiver);
  const ours = receiver.appId !== undefined && event.check.app?.id === receiver.appId;
  const asks = action === 'rerequested' || action === 'requested_action';
  if (ours && asks) return readButtonRequest(event, concerned);
  if (ours) return ignored('The check is our own.');
  if (asks) return ignored('Another App is asked to act.');
  if (action !== 'completed') return ignored('The check is not over.');
  return { kind: 'due', concerned, reason: 'a check is over' };
}

function readButtonRequest(
  { sender, text = 'retry' }: CheckEvent,
  concerned: Concerned,
): IngestEffect {
  if (sender === undefined) return ignored('The event does not name the person who asks.');
  if (sender.type === 'Bot') return ignored('Bots give no commands.');
  return { kind: 'asked', concerned, login: sender.login, text };
}

/** The forge names no pull requests of forks, and some of other repositories. */
function findConcerned(event: CheckEvent, receiver: ReceivingApp): Concerned {
  const { check: checked, repository: where } = event;
  const inRepository = toEventRepository(where, receiver);
  const own = (checked.pull_requests ?? []).filter(({ base }) => base.repo.id === where.id);
  if (own.length === 0) return { kind: 'head', repository: inRepository, sha: checked.head_sha };
  return { kind: 'numbers', repository: inRepository, numbers: own.map(({ number }) => number) };
}

const statusShape = z.object({
  sha,
  state: z.string(),
  context: z.string().optional().catch(undefined),
  repository,
  sender: anyAccount,
});

/** The name of the status that stands for our check where we have no App. */
const ownContext = 'ratchetr';

export const statusEvent: ReadEvent = eventReader(statusShape, (payload, receiver) => {
  if (payload.context === ownContext || isOwnAccount(payload.sender, receiver)) return ownEvent;
  if (payload.state === 'pending') return ignored('The status is not final.');
  const inRepository = toEventRepository(payload.repository, receiver);
  return {
    kind: 'due',
    concerned: { kind: 'head', repository: inRepository, sha: payload.sha },
    reason: 'a status is final',
  };
});
