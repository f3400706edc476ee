import type { ArchiveSource } from '../row.ts';

/** What the authors of a project did from one release to the next: the tests of one, the sources of the other. */
export interface PublishedChange {
  readonly before: ArchiveSource;
  readonly after: ArchiveSource;
  /**
   * `source`: the tests of the later release are red on the earlier sources, which are repaired. `expectation`: the
   * earlier tests are red on the later sources, and what they demand is changed.
   */
  readonly repairs: 'source' | 'expectation';
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  /** What its tests need besides. */
  readonly needs?: readonly string[];
}
