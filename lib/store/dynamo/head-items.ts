import * as z from 'zod';
import { type Outbox, type WorkspaceHead, workspaceHead } from '#model/workspace.ts';
import { unpackJson, packJson } from './free-json.ts';
import type { Item } from './items.ts';

const promise = z.looseObject({ transition: z.looseObject({ snapshot: z.unknown() }).optional() });

/** An outbox as an item holds it: the snapshot of its transition as text. */
export function outboxToItem(outbox: Outbox): Item {
  const { transition } = outbox;
  if (transition === undefined) return { ...outbox };
  return { ...outbox, transition: { ...transition, snapshot: packJson(transition.snapshot) } };
}

export function parseHead(item: Item): WorkspaceHead {
  const { transition, ...rest } = promise.parse(item['outbox'] ?? {});
  if (transition === undefined) return workspaceHead.parse(item);
  const restored = { ...transition, snapshot: unpackJson(transition.snapshot) };
  return workspaceHead.parse({ ...item, outbox: { ...rest, transition: restored } });
}
