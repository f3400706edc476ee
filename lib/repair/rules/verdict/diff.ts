/** The modes that git gives to a path: file, executable, symbolic link, commit of another repository. */
export type EntryMode = '100644' | '100755' | '120000' | '160000';

/** One path that differs, as our own git tells it; what an agent claims is no part of it. */
export interface DiffEntry {
  /** Relative to the root of the repository. */
  readonly path: string;
  /** Where it was, for one that is renamed. */
  readonly oldPath?: string;
  readonly status: 'added' | 'modified' | 'deleted' | 'renamed' | 'type-changed';
  /** Null: it was not there. */
  readonly oldMode: EntryMode | null;
  /** Null: it is gone. */
  readonly newMode: EntryMode | null;
  /** Undefined: absent, binary or too long to be read. */
  readonly oldText: string | undefined;
  readonly newText: string | undefined;
  readonly addedLines: number;
  readonly removedLines: number;
  /** Where a new symbolic link leads, as it is written. */
  readonly linkTarget?: string;
}

/** Every path that it makes, changes or takes away. */
export function touchedPaths({ path, oldPath }: DiffEntry): readonly string[] {
  return oldPath === undefined || oldPath === path ? [path] : [path, oldPath];
}

/** The path that is no longer there afterwards, if any. */
export function lostPath({ path, oldPath, status }: DiffEntry): string | undefined {
  if (status === 'deleted') return path;
  return status === 'renamed' && oldPath !== path ? oldPath : undefined;
}

/** The path that is there for the first time, if any. */
export function newPath({ path, oldPath, status }: DiffEntry): string | undefined {
  return status === 'added' || (status === 'renamed' && oldPath !== path) ? path : undefined;
}

/** Whether it is a file afterwards, so neither gone nor a link. */
export function isFileAfterwards({ newMode }: DiffEntry): boolean {
  return newMode === '100644' || newMode === '100755';
}
