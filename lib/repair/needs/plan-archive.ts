import type { FileState } from '../rules/plan/recorded-change.ts';
import type { KeptChanges } from '../rules/plan/kept-changes.ts';
import type { Screenshot } from './browser.ts';

/** What is kept of the executions of one plan in one folder, also when the process dies that writes it. */
export interface PlanArchive {
  /** The folder that the plan is about, absolute. */
  readonly folder: string;
  /** Paths below the folder that are ours. */
  readonly own: readonly string[];
  /** Of an execution that is not over. */
  readonly execution: RecordFolder;
  /** The same of taking one back. */
  readonly undo: RecordFolder;
  readonly changes: ChangesArchive;
  readonly doubt: DoubtArchive;
  /** What lies at a path below the folder; undefined: what cannot be kept, or not be read. */
  stateOf(path: string): Promise<FileState | undefined>;
  /** Whether a folder, and no link to one, lies at this path below the folder. */
  isFolder(path: string): boolean;
  /** Gives the path as a person would open it. */
  keepScreenshot(stepId: number, screenshot: Screenshot): Promise<string>;
}

/** Where an execution keeps what it needs to go on. */
export interface RecordFolder {
  /** Absolute. */
  readonly path: string;
  /** Whether an execution was begun there and is not over. */
  isBegun(): boolean;
  /** Removes what the execution kept; the folder may hold other things. */
  clear(): Promise<void>;
}

/** What the executions that ended have changed, each by itself. */
export interface ChangesArchive {
  /** Keeps it beside what those before it changed. One that is told of twice, since it was cut off, is kept once. */
  keep(changes: KeptChanges): Promise<void>;
  /** What the newest one changed, of those that are kept. */
  newest(): Promise<KeptChanges | undefined>;
  /** Forgets the newest, and clears what was kept for taking it back; a cut on the way is made up for by `finish`. */
  forget(clear: () => Promise<void>): Promise<void>;
  /** Makes up for what was cut off after the changes of an execution had been reverted. */
  finish(clear: () => Promise<void>): Promise<void>;
}

/** What a person was told of files that may not be the plan's: how each of them was then. */
export interface DoubtArchive {
  load(): Promise<Readonly<Record<string, string>>>;
  save(states: Readonly<Record<string, string>>): Promise<void>;
  remove(): Promise<void>;
}
