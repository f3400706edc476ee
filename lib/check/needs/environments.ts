import type { Sha, Sha256 } from '#model/ids.ts';
import type { TrackedFile } from '../rules/environment/setup-inputs.ts';
import type { SetupRemains } from '../rules/environment/built-of-sources.ts';

/** What set-up installed for the code that is judged, held against its seal around every judging. */
export interface JudgingEnvironment {
  /** As it is now, however often it is replaced later. */
  hold(): HeldEnvironment;
}

export interface HeldEnvironment {
  /** Compares every file with the seal, and names those that differ. */
  findChanges(): Promise<readonly string[]>;
  /** Puts a new one in its place, unless that was done already; false: there is none to be had. */
  replace(): Promise<boolean>;
}

/** The environments that this machine builds and keeps. */
export interface Environments {
  /** The one that was kept under a name; undefined: there is none that can be believed. */
  find(name: Sha256): Promise<SealedEnvironment | undefined>;
  /** Whether those of a name are known to be made of sources. */
  isOfSources(name: Sha256): Promise<boolean>;
  noteOfSources(name: Sha256): Promise<void>;
  /** Writes a tree of a checkout where an environment is to be built. */
  begin(sources: CheckoutTree): Promise<EnvironmentSite>;
  /** What tells the installations of these programs from others. */
  identify(programs: readonly string[]): readonly string[];
  /** Removes what was not used for the longest time, until the rest fits; never what is in use. */
  prune(mostBytes: number): Promise<void>;
  listFiles(sources: CheckoutTree): Promise<readonly TrackedFile[]>;
  readonly platform: string;
}

export interface CheckoutTree {
  /** The checkout, absolute. */
  readonly repository: string;
  /** Our own git folder beside it. */
  readonly gitDir: string;
  readonly tree: Sha;
}

/** A folder in which set-up builds. */
export interface EnvironmentSite {
  /** Absolute; holds the tree. */
  readonly folder: string;
  /** Of set-up alone: its home goes with it. */
  readonly home: string;
  readonly temporary: string;
  /** Variables by which it finds toolchains of the caller without the caller's home. */
  readonly variables: Readonly<Record<string, string>>;
  /** Tracked files that are not as the tree has them. */
  listChanged(): Promise<readonly string[]>;
  /** Removes the sources, and seals what is left. */
  seal(): Promise<SealedEnvironment>;
  /** Removes all of it. */
  remove(): Promise<void>;
}

export interface SealedEnvironment extends SetupRemains {
  /** Where it was built and lies, absolute. */
  readonly folder: string;
  /** Folders that copies share. */
  readonly links: readonly string[];
  /** Names what is not as it was sealed; every file is compared. */
  findChanges(): Promise<readonly string[]>;
  /** Keeps it under a name, for later runs. */
  keep(name: Sha256): Promise<void>;
  /** Ends the use of it; what is kept under no name goes. */
  release(): Promise<void>;
  /** Ends the use of it, and nobody finds it again. */
  discard(): Promise<void>;
}
