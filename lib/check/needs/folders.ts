export interface Folders {
  /** Whether a folder is there, absolute; a link to one counts. */
  isFolder(path: string): Promise<boolean>;
}
