import type { Clock, TimeSource } from '#base/needs/clock.ts';
import type { Log } from '#base/needs/log.ts';
import type { Sha } from '#model/ids.ts';
import type { Hash } from '#model/needs/hash.ts';
import type { Ids } from '#model/needs/ids.ts';
import type { Contents } from './contents.ts';
import type { Copies } from './copies.ts';
import type { EnginePackages } from './engine-packages.ts';
import type { EngineCache } from './engine-cache.ts';
import type { Folders } from './folders.ts';
import type { History } from './history.ts';
import type { Installed } from './installed.ts';
import type { FoundNode } from '../rules/repository/choose-node.ts';
import type { Processes } from './processes.ts';
import type { Progress } from './progress.ts';
import type { RepositoryReader } from './repository.ts';
import type { Scratch } from './scratch.ts';
import type { TestTurns } from './test-turns.ts';
import type { ToolState } from './tool-state.ts';

/** Reads a checkout; nothing of it is started. */
export interface CheckoutReader {
  readonly sources: RepositoryReader;
  readonly history: History;
  readonly folders: Folders;
  /** A folder of tools that the operator keeps; undefined: each project has its own. */
  readonly toolchain?: string | undefined;
  /** Absent: engines come with Ratchetr alone. */
  readonly packages?: EnginePackages | undefined;
}

/** Starts a program and reads what it wrote. */
export interface ToolRunner {
  readonly processes: Processes;
  readonly scratch: Scratch;
  /** Absent: of a working folder that is missing, the message is the system's. */
  readonly folders?: Folders;
}

/** Runs engines, and keeps what they found for the next time. */
export interface EngineRunner extends ToolRunner {
  readonly clock: TimeSource;
  readonly hash: Hash;
  readonly log: Log;
  /** Absent: the tool is asked for its version each time, and the cache is not used. */
  readonly installed?: Installed | undefined;
  /** Results of earlier runs; absent: this machine keeps none. */
  readonly cache?: RunCache | undefined;
  readonly progress?: Progress | undefined;
  /** Absent: nobody else runs tests in the folders of these runs. */
  readonly testTurns?: TestTurns | undefined;
}

export interface RunCache {
  readonly store: EngineCache;
  readonly contents: Contents;
  /** Absent: tools begin anew each time. */
  readonly toolState?: ToolState;
}

/** The machine that engines run on. Its runtime builds these services once and hands them to every command. */
export interface EngineHost extends CheckoutReader, Omit<EngineRunner, 'folders' | 'progress'> {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly installed: Installed;
  readonly node: NodePrograms;
  /** The variable PATH, by which programs of the repository find others. */
  readonly path: string | undefined;
  /** The home of the user that programs of the repository run as, and whether set-ups of what is judged run with it. */
  readonly homes: { readonly home: string | undefined; readonly setsUp: boolean };
  /** Where cargo and go install programs for the user, absolute: many have these folders not on the path. */
  readonly ownPrograms?: readonly string[] | undefined;
  /** Where what a repository builds is kept for the next run, absolute; absent: with its other build output. */
  readonly builds?: string | undefined;
  readonly openCopies: OpenCopies;
  /** Writes a line for the person who waits. */
  readonly tell: (line: string) => void;
}

export interface NodePrograms {
  /** The one that runs us. */
  readonly ours: FoundNode;
  /** The one that the caller would start in this folder; undefined: there is none. */
  callers(folder: string): Promise<FoundNode | undefined>;
  /** Those that version managers keep on this machine, the newest first. */
  kept(): Promise<readonly FoundNode[]>;
}

/** Opens copies of the trees of a repository, in our own git folder; absent: in one that is removed with them. */
export type OpenCopies = (
  repository: string,
  gitDir?: string,
  /** Where what they share was installed; absent: in the repository. */
  sealed?: string,
) => Promise<OpenedCopies>;

export interface OpenedCopies {
  readonly copies: Copies;
  /** All files of a tree. */
  listFiles(tree: Sha): Promise<readonly string[]>;
  /** Removes them all. */
  close(): Promise<void>;
}
