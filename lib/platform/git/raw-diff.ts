import type { DiffEntry, EntryMode } from '#repair/rules/verdict/diff.ts';
import { entryMode } from './listing.ts';

export interface RawChange {
  readonly status: DiffEntry['status'];
  readonly path: string;
  readonly oldPath?: string;
  readonly modes: readonly [EntryMode | null, EntryMode | null];
  readonly blobs: readonly [string, string];
}

export interface Counts {
  readonly added: number;
  readonly removed: number;
  readonly isBinary: boolean;
}

/** Reads what git says with `--raw --numstat -z`: first all changes, then all counts. */
export function readChanges(text: string): {
  readonly changes: readonly RawChange[];
  readonly counts: ReadonlyMap<string, Counts>;
} {
  const fields = text.split('\0').values();
  const changes: RawChange[] = [];
  const counts = new Map<string, Counts>();
  for (const head of fields) {
    if (head.startsWith(':')) changes.push(readChange(head, fields));
    else if (head !== '') counts.set(...readCounts(head, fields));
  }
  return { changes, counts };
}

const statuses: Readonly<Record<string, DiffEntry['status']>> = {
  A: 'added',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type-changed',
};

/** `:mode mode blob blob status`, then one path, or two for a rename. */
function readChange(head: string, fields: Iterator<string, undefined>): RawChange {
  const [oldMode = '', newMode = '', oldBlob = '', newBlob = '', letter = ''] = head
    .slice(1)
    .split(' ');
  const first = fields.next().value ?? '';
  const status = statuses[letter.charAt(0)] ?? 'modified';
  const moved = status === 'renamed' ? { oldPath: first } : {};
  const path = status === 'renamed' ? (fields.next().value ?? '') : first;
  const modes = [modeOf(oldMode), modeOf(newMode)] as const;
  return { status, path, ...moved, modes, blobs: [oldBlob, newBlob] };
}

function modeOf(text: string): EntryMode | null {
  return entryMode.safeParse(text).data ?? null;
}

/** `added TAB removed TAB path`, where a rename has no path there and two of them after it. */
function readCounts(head: string, fields: Iterator<string, undefined>): readonly [string, Counts] {
  const [added = '', removed = '', ...rest] = head.split('\t');
  let path = rest.join('\t');
  if (path === '') {
    fields.next();
    path = fields.next().value ?? '';
  }
  const isBinary = added === '-';
  return [path, { added: Number(added) || 0, removed: Number(removed) || 0, isBinary }];
}
