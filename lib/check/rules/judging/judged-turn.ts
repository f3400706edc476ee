import type { JudgingChange } from '#model/judging.ts';
import type { FileTurn } from '../configuration/changed-configuration.ts';

/** What of an engine says by which files it could come to judge more mildly. */
export interface ReadingEngine {
  readonly id: string;
  /** The names under which its tool is installed, loaded or started. */
  readonly tools: readonly string[];
  readonly language: 'go' | 'node' | 'other' | 'python' | 'rust';
  /** What of the installed packages it takes in: tests run their code, others read their types, or nothing but itself. */
  readonly takesIn: 'code' | 'itself' | 'types';
  /** Whether it runs here. */
  readonly isRunning: boolean;
  readonly judges: RegExp;
  readonly configNames: readonly string[];
  readonly sections: readonly string[];
}

export interface JudgingFacts {
  readonly engines: readonly ReadingEngine[];
  /** The data of a text in TOML or JSON, by the end of a name; undefined: it cannot be read. */
  readonly parse: (path: string, text: string) => unknown;
  /** Paths that configurations name, before or after the change. */
  readonly named: ReadonlySet<string>;
  /** Paths that configurations of tests have run before them. */
  readonly setUps: ReadonlySet<string>;
  /** Every path before the change. */
  readonly pathsBefore: ReadonlySet<string>;
  readonly pathsAfter: ReadonlySet<string>;
  /** Names of packages that are installed here. */
  readonly dependencies: ReadonlySet<string>;
  /** Names of the modules that the tools of Python can import. */
  readonly modules: ReadonlySet<string>;
}

/** What one reader has to say of one file. */
export interface JudgingRemark extends Pick<JudgingChange, 'class' | 'sentence'> {
  /** Engines that could judge more mildly by it. */
  readonly milder: readonly string[];
}

/** Looks at one file on both sides of a change; none: it says the same of how the code is judged. */
export type JudgingReader = (turn: FileTurn, facts: JudgingFacts) => readonly JudgingRemark[];

/** The name of a file, without its folders. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A few words for what became of a file. */
export function turnWord({ before, after }: FileTurn): 'changed' | 'new' | 'removed' {
  if (!before.isThere) return 'new';
  return after.isThere ? 'changed' : 'removed';
}
