import type { Sha256 } from '#model/ids.ts';
import type { StampedFile } from '../rules/outcome/kept-files.ts';
import type { ReadScope } from '../rules/scope/what-is-read.ts';

/** The content of a repository as it is on disk. */
export interface Contents {
  /** Names every file once, so that many readings cost one walk. */
  snapshot(repository: string): Promise<ContentSnapshot>;
}

export interface ContentSnapshot {
  /** Of all that is read, names and bytes; undefined: it is too much, or some of it cannot be followed. */
  digest(reading: ReadScope): Promise<Sha256 | undefined>;
  /** All that is read, file by file; undefined as there. */
  files(reading: ReadScope): Promise<readonly StampedFile[] | undefined>;
  /** Keeps what is known of the files, so that the next process need not read those that did not change. */
  remember(): Promise<void>;
}
