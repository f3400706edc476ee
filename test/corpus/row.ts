/** A project of others, and how its authors keep and run its tools. All that a test may run is pinned here. */
export interface CorpusRow {
  readonly name: string;
  readonly source: ArchiveSource | GitSource | ScaffoldSource;
  /** Shell lines that install its environment, each in its folder. */
  readonly setup: readonly string[];
  /**
   * By the id of the engine, the shell line by which the project runs that tool. A check is to judge by these engines and no
   * others, and to end with 0 where all of these do.
   */
  readonly bare: Readonly<Record<string, string>>;
  /** Faults that a check must find, each with its place. */
  readonly plants: readonly Plant[];
  /** A few, small ones, are judged by `npm run test:corpus` too. */
  readonly inSuite?: true;
}

/** The bytes that a package client fetches: what was published with its sources and tests. */
export interface ArchiveSource {
  readonly from: 'pypi' | 'npm' | 'go' | 'crates';
  readonly package: string;
  readonly version: string;
  readonly sha256: string;
}

/** For what is published without its tests. */
export interface GitSource {
  readonly from: 'github';
  readonly repository: string;
  readonly commit: string;
}

/** What a generator makes for people who begin. */
export interface ScaffoldSource {
  readonly from: 'scaffold';
  /** The shell line that starts a generator of this very version, and makes the folder `app`. */
  readonly make: string;
}

export interface Plant {
  readonly engine: string;
  /** A file of the project, or a new one. */
  readonly path: string;
  /** What is added at its end; the finding must stand on one of these lines. */
  readonly lines: readonly string[];
}
