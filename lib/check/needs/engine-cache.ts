import type { Sha256 } from '#model/ids.ts';
import type { CachedRun } from '../rules/outcome/cached-run.ts';
import type { WrittenEvidence } from '../rules/outcome/evidence.ts';

export interface ResultToCache {
  readonly run: CachedRun;
  /** What the tool wrote; absent: that is not kept. */
  readonly written?: WrittenEvidence | undefined;
}

/** Results of earlier runs. Losing one costs time and nothing else, so nothing here fails. */
export interface EngineCache {
  /** undefined: there is none, or what is there cannot be used. */
  load(key: Sha256, repository: string): Promise<CachedRun | undefined>;
  /** Paths below the repository are kept so that they hold in any other folder of it. */
  save(key: Sha256, repository: string, result: ResultToCache): Promise<void>;
  /** What the tool wrote when it gave this result; undefined: that was not kept, or went meanwhile. */
  loadWritten(key: Sha256, repository: string): Promise<WrittenEvidence | undefined>;
}
