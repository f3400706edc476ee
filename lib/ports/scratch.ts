/** Folders of one run that nobody needs afterwards. */
export interface Scratch {
  /** Makes an empty folder and returns its absolute path. */
  create(): Promise<string>;
  /** Reads a file of at most so many bytes; undefined: it is not there, or it is longer. */
  read(path: string, maxBytes: number): Promise<string | undefined>;
  remove(path: string): Promise<void>;
}
