import type { VectorReport } from '#model/check-report.ts';
import type { Sha } from '#model/ids.ts';
import type { Session } from '#model/session.ts';
import type { DiffLimits } from './rules.ts';

/** Every file of a commit: path to mode and blob id. */
export type FileTable = ReadonlyMap<string, { readonly mode: string; readonly blob: Sha }>;

/** The bytes that came for a path, as we measured them ourselves. */
export interface ReceivedContent {
  readonly blob: Sha;
  readonly sizeBytes: number;
  /** undefined: it is no text. */
  readonly text: string | undefined;
}

interface Silencer {
  readonly id: string;
  readonly judges: RegExp;
  readonly suppressions: readonly string[];
}

/** What publish knows by itself, without believing the worker that made the changeset. */
export interface ChangesetFacts {
  readonly session: Pick<Session, 'id' | 'kind' | 'headBefore' | 'reservedAt'>;
  /** The commit of the base branch that the run was told to merge. */
  readonly base: Sha | undefined;
  /** undefined: the commit has too many files to be told. */
  readonly files: {
    readonly head: FileTable | undefined;
    readonly base: FileTable | undefined;
    /** Of the newest commit that both stand on. */
    readonly mergeBase?: FileTable | undefined;
  };
  /** By path; a path without content is one that never came. */
  readonly contents: ReadonlyMap<string, ReceivedContent>;
  /** Of the head, and of what is merged, by path; only those of paths that need to be compared. */
  readonly oldTexts: ReadonlyMap<string, readonly string[]>;
  /** Texts at the head of paths that differ, as far as they were read and are texts. */
  readonly before: ReadonlyMap<string, string>;
  /** How every engine that there is may be silenced in a file. */
  readonly silencers: readonly Silencer[];
  /** How many places may silence one, because people asked for it. */
  readonly setAside: number;
  /** The report that the evidence names. */
  readonly report: VectorReport | undefined;
  readonly limits: DiffLimits;
  /** How many accepted attempts it holds; each of them may use the limits. */
  readonly attempts: number;
  readonly canPushWorkflows: boolean;
  /** What the settings say of changes by which tests demand something else. */
  readonly expectations: 'ask' | 'push';
  readonly now: number;
}
