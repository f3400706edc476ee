export interface Folders {
  /** Whether anything is there, absolute. */
  exists(path: string): boolean;
  /** Whether a folder is there, absolute; a link to one counts. */
  isFolder(path: string): Promise<boolean>;
}
