export type ChangedFiles = Readonly<Record<string, string | null>>;

/** One finding, and what an agent writes for it. */
export interface MadeChange {
  readonly engine: string;
  /** The file of the finding, by which the agent knows its task. */
  readonly at: string;
  /** What is there at first. */
  readonly start: Readonly<Record<string, string>>;
  /** What the agent writes; null removes a file. */
  readonly make: ChangedFiles;
}

/** A repository with findings of some engines, which are judged in one session. */
export interface ChangeSet {
  readonly name: string;
  /** By the id of the engine, the shell line by which a person runs it; `AT` stands for the file of a finding. */
  readonly bare: Readonly<Record<string, string>>;
  /** What all changes share. */
  readonly frame: Readonly<Record<string, string>>;
  readonly changes: Readonly<Record<string, MadeChange>>;
  /** Puts the tools into the folder. */
  readonly provide: (folder: string) => Promise<void>;
  /** Settings over those that are usual here. */
  readonly config?: object;
}

export interface TriedChange {
  readonly name: string;
  readonly engine: string;
  /** accepted, or the codes of what it was refused for. */
  readonly verdict: string;
  /** It waits for a person, since tests demand something else by it. */
  readonly isHeld: boolean;
}
