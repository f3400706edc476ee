/** Files of a work tree that Ratchetr itself keeps. */
export interface WorkFiles {
  /** Replaces the whole text of the file, or changes nothing; makes its folder. */
  replace(repository: string, path: string, text: string): Promise<void>;
}
