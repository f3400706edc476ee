import type { FileState, RecordedChange } from '../rules/plan/recorded-change.ts';

export interface SnapshotPlace {
  /** Absolute. */
  readonly folder: string;
  /** Paths below it that are no part of it. */
  readonly leaveOut: readonly string[];
}

export type PathChange = Omit<RecordedChange, 'stepId'>;

/**
 * What a folder holds, as git would see it, but with all that git is told to ignore; folders of git are left out, and
 * so is what is neither file nor link.
 */
export interface Snapshots {
  /** Keeps the content of the folder, also for after this process, and names what was kept. */
  take(place: SnapshotPlace): Promise<string>;
  /** How the folder differs now from what was kept of it, by path. */
  changesSince(snapshot: string, place: SnapshotPlace): Promise<readonly PathChange[]>;
  /** What lies at one path now; nothing where a link leads there. */
  stateOf(folder: string, path: string): Promise<FileState>;
}
