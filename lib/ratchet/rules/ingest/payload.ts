import * as z from 'zod';
import { installationId } from '#model/ids.ts';
import type { PullRequest } from '#model/workspace.ts';
import { ignored, type EventRepository, type IngestEffect } from './effect.ts';

/** Whose events these are, and who we are among those that cause them. */
export interface ReceivingApp {
  /** The forge that sends them, for example github.com. */
  readonly host: string;
  /** Our App, as the forge numbers it; absent: we act by a plain token. */
  readonly appId?: string | undefined;
  /** The account of our App, for example ratchetr[bot]. */
  readonly login?: string | undefined;
}

export type ReadEvent = (payload: unknown, receiver: ReceivingApp) => IngestEffect;

/**
 * Reads the few fields that count. Real payloads break the forge's own schemas, so all else may have any
 * shape, and a payload without these fields is no error but nothing to act on.
 */
export function eventReader<Payload>(
  schema: z.ZodType<Payload>,
  read: (payload: Payload, receiver: ReceivingApp) => IngestEffect,
): ReadEvent {
  return (payload, receiver) => {
    const parsed = schema.safeParse(payload);
    if (parsed.success) return read(parsed.data, receiver);
    const path = parsed.error.issues[0]?.path.join('.') ?? '';
    return ignored(`The payload has no usable ${path === '' ? 'content' : path}.`);
  };
}

/** Ids are numbers on the wire and texts here. */
export const numericId = z.int().nonnegative().transform(String);

export const repository = z.object({
  id: numericId,
  name: z.string().min(1),
  owner: z.object({ login: z.string().min(1) }),
});

export const installation = z
  .object({ id: numericId.pipe(installationId) })
  .optional()
  .catch(undefined);

const account = z.object({ login: z.string().min(1), type: z.string().optional() });

/** Accounts that are gone are null. */
export const anyAccount = account.optional().catch(undefined);

export function toEventRepository(
  { id, name, owner }: z.output<typeof repository>,
  { host }: ReceivingApp,
): EventRepository {
  return { host, repositoryId: id, owner: owner.login, name };
}

export function toPullRequest(
  inRepository: EventRepository,
  { number, node_id: nodeId }: { readonly number: number; readonly node_id?: string | undefined },
): PullRequest {
  return { ...inRepository, number, ...(nodeId !== undefined && { nodeId }) };
}

/** Whether our own App did it. Checks are not judged by this: theirs is the account that pushed. */
export function isOwnAccount(
  sender: z.output<typeof anyAccount>,
  { login }: ReceivingApp,
): boolean {
  return login !== undefined && sender?.login.toLowerCase() === login.toLowerCase();
}

export const ownEvent = ignored('Our own App did this.');
