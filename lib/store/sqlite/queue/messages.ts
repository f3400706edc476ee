import * as z from 'zod';
import { type Message, message } from '#model/message.ts';
import type { Database, Row } from '../database.ts';
import { insertRow } from '../insert.ts';
import { createRowMap } from '../row-map.ts';
import { transaction } from '../transaction.ts';
import type { Value } from '../values.ts';

/** A message in the hands of a receiver, until its time is over. */
export interface Received {
  readonly id: number;
  readonly receipt: string;
  /** This one included. */
  readonly attempts: number;
  readonly row: Row;
}

/** A message that no receiver will get any more. */
export interface DeadLetter {
  readonly id: number;
  /** undefined: it cannot be read by this version of the program. */
  readonly message: Message | undefined;
  readonly attempts: number;
  readonly deadAt: number;
  readonly reason: string;
}

const messages = createRowMap<{ readonly message: Message }>('message', z.object({ message }), {
  message: 'message_json',
});
const numbers = z.object({ id: z.int(), attempts: z.int() });
const deadColumns = numbers.extend({ dead_at: z.int(), reason: z.string() });

/** All of them or none. A look that waits for its first receiver stands for the same one sent again. */
export function sendMessages(database: Database, sent: readonly Message[], now: number): void {
  transaction(database, () => {
    for (const one of sent) {
      const lookKey = makeLookKey(one);
      if (lookKey !== null && isLookWaiting(database, lookKey)) continue;
      const row = { ...messages.toRow({ message: one }), look_key: lookKey };
      insertRow(database, {
        table: 'queue_messages',
        row: { ...row, visible_at: now, attempts: 0 },
      });
    }
  });
}

export function takeMessage(
  database: Database,
  {
    now,
    until,
    receipt,
  }: { readonly now: number; readonly until: number; readonly receipt: string },
): Received | undefined {
  // Most looks find nothing, so they hold no lock; what they find may be gone when it is taken.
  if (findVisible(database, now) === undefined) return undefined;
  return transaction(database, () => {
    const row = findVisible(database, now);
    if (row === undefined) return undefined;
    const { id, attempts } = numbers.parse({ id: row['id'], attempts: row['attempts'] });
    database.run(
      'UPDATE queue_messages SET visible_at = ?, attempts = attempts + 1, receipt = ? WHERE id = ?',
      until,
      receipt,
      id,
    );
    return { id, receipt, attempts: attempts + 1, row };
  });
}

/** Lets the next receiver have what others hold, and what waits for its next try. */
export function recallMessages(database: Database, now: number): void {
  transaction(database, () =>
    database.run(
      'UPDATE queue_messages SET visible_at = ? WHERE dead_at IS NULL AND visible_at > ?',
      now,
      now,
    ),
  );
}

/** Throws what is wrong with a message that this version of the program cannot read. */
export function parseReceived({ row }: Received): Message {
  return messages.fromRow(row).message;
}

/** Keeps others from getting it before then; a message that is in other hands stays as it is. */
export function postponeMessage(database: Database, received: Received, until: number): void {
  changeOwnMessage(database, received, {
    sql: 'UPDATE queue_messages SET visible_at = ?',
    values: [until],
  });
}

export function removeMessage(database: Database, received: Received): void {
  changeOwnMessage(database, received, { sql: 'DELETE FROM queue_messages', values: [] });
}

export function buryMessage(
  database: Database,
  received: Received,
  { now, reason }: { readonly now: number; readonly reason: string },
): void {
  changeOwnMessage(database, received, {
    sql: 'UPDATE queue_messages SET dead_at = ?, reason = ?',
    values: [now, reason],
  });
}

export function listDeadLetters(database: Database): readonly DeadLetter[] {
  const rows = database.all(
    'SELECT * FROM queue_messages WHERE dead_at IS NOT NULL ORDER BY dead_at, id',
  );
  return rows.map((row) => {
    const { id, attempts, dead_at: deadAt, reason } = deadColumns.parse(row);
    return { id, message: tryReadMessage(row), attempts, deadAt, reason };
  });
}

export function pruneDeadLetters(database: Database, before: number): number {
  return transaction(database, () =>
    database.run('DELETE FROM queue_messages WHERE dead_at < ?', before),
  );
}

function makeLookKey(sent: Message): string | null {
  return sent.kind === 'look' ? sent.workspaceIds.toSorted().join(' ') : null;
}

function isLookWaiting(database: Database, lookKey: string): boolean {
  const row = database.get(
    'SELECT id FROM queue_messages WHERE look_key = ? AND attempts = 0 AND dead_at IS NULL',
    lookKey,
  );
  return row !== undefined;
}

function findVisible(database: Database, now: number): Row | undefined {
  return database.get(
    `SELECT * FROM queue_messages WHERE dead_at IS NULL AND visible_at <= ?
     ORDER BY visible_at, id LIMIT 1`,
    now,
  );
}

/** Does nothing where the message has come into other hands. */
function changeOwnMessage(
  database: Database,
  { id, receipt }: Received,
  { sql, values }: { readonly sql: string; readonly values: readonly Value[] },
): void {
  const ours = `${sql} WHERE id = ? AND receipt = ? AND dead_at IS NULL`;
  transaction(database, () => database.run(ours, ...values, id, receipt));
}

function tryReadMessage(row: Row): Message | undefined {
  try {
    return messages.fromRow(row).message;
  } catch {
    return undefined;
  }
}
