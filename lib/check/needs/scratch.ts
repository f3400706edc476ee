/** Temporary folders of one run. */
export interface Scratch {
  /** Makes an empty folder and returns its absolute path; a shared one is for programs that run as another user, too. */
  create(options?: { readonly shared: boolean }): Promise<string>;
  /** Makes a folder in one of them, with all folders on the way. */
  makeFolder(path: string): Promise<void>;
  /** Writes a new file in one of them that no other user may read, unless the folder is theirs. */
  write(path: string, text: string, options?: { readonly shared: boolean }): Promise<void>;
  /** Makes a folder in one of them that a tool takes for another and may write into: of its files, these are copied. */
  mirror(folder: string, path: string, files: RegExp): Promise<void>;
  /** Reads a file of at most so many bytes; undefined: it is not there, or it is longer. */
  read(path: string, maxBytes: number): Promise<string | undefined>;
  remove(path: string): Promise<void>;
}
