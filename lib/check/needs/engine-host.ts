import type { Clock } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { Sha } from '#model/ids.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { Contents } from './contents.ts';
import type { Copies } from './copies.ts';
import type { EngineCache } from './engine-cache.ts';
import type { Folders } from './folders.ts';
import type { History } from './history.ts';
import type { Installed } from './installed.ts';
import type { Processes } from './processes.ts';
import type { RepositoryReader } from './repository.ts';
import type { Scratch } from './scratch.ts';

/** The machine that engines run on: its runtime builds these services once, and everything else is given them. */
export interface EngineHost {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hash: Hash;
  readonly log: Log;
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly folders: Folders;
  readonly installed: Installed;
  readonly sources: RepositoryReader;
  readonly history: History;
  readonly node: NodePrograms;
  /** Where programs of the repository look for others, as the variable PATH says it. */
  readonly path: string | undefined;
  /** Results of earlier runs; absent: this machine keeps none. */
  readonly cache?: {
    readonly store: EngineCache;
    readonly contents: Contents;
    readonly hash: Hash;
  };
  readonly openCopies: OpenCopies;
  /** Tells the person who waits what goes on. */
  readonly tell: (line: string) => void;
}

export interface NodePrograms {
  /** The one that runs us, absolute. */
  readonly ours: string;
  /** The one that the caller would start; undefined: there is none. */
  callers(): Promise<{ readonly path: string; readonly version: string } | undefined>;
}

/** Opens copies of the trees of a repository; the git folder is ours, and absent one that goes when they are closed. */
export type OpenCopies = (repository: string, gitDir?: string) => Promise<OpenedCopies>;

export interface OpenedCopies {
  readonly copies: Copies;
  /** All files of a tree. */
  listFiles(tree: Sha): Promise<readonly string[]>;
  /** Removes them all. */
  close(): Promise<void>;
}
