import type { RepositoryFacts } from '../rules/repository/facts.ts';

export interface RepositoryReading {
  readonly facts: RepositoryFacts;
  /** Manifests of projects that could not be read, in sentences that say where. */
  readonly problems: readonly string[];
}

export interface RepositoryOptions {
  /** What git ignores, relative to the root. */
  readonly ignored?: ReadonlySet<string> | undefined;
  /** What git tracks of what looks installed: no tool is started from there. */
  readonly committed?: ReadonlySet<string> | undefined;
  /** The folders that are projects; absent: they are found. */
  readonly projects?: readonly string[] | undefined;
  /** Further files of the repository that configure tools. */
  readonly named?: readonly string[] | undefined;
}

/** Reads a checkout: names and manifests, nothing executed and nothing imported. */
export interface RepositoryReader {
  read(root: string, options?: RepositoryOptions): Promise<RepositoryReading>;
  /** The text of one file; undefined: it is not there, is no plain file, or is longer. */
  readText(path: string, maxBytes: number): Promise<string | undefined>;
  /** The data of a TOML or JSON file, by its name; undefined: it is none, or it cannot be read. */
  parseManifest(path: string, text: string): unknown;
  /** Whether a plain file is there, absolute; a link to one counts. */
  isFile(path: string): Promise<boolean>;
  /** A command of an installed package, searched from the root upward. */
  findNodeBin(wanted: {
    readonly repository: string;
    readonly root: string;
    readonly package: string;
    readonly bin: string;
    /** Where git tracks such a package, another one goes before it. */
    readonly committed?: ReadonlySet<string> | undefined;
  }): Promise<NodeCommand | undefined>;
}

export interface NodeCommand {
  /** Absolute. */
  readonly script: string;
  /** The versions of Node that the package asks for. */
  readonly node: string | undefined;
}
