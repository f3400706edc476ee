import type { JudgingClass } from '#model/judging.ts';
import type { ReadingEngine } from './judged-turn.ts';

/** Files that are executed, or obeyed by what executes, as soon as they are pushed, installed or opened. */
export interface ExecutingFiles {
  /** What executes them, in a few words. */
  readonly by: string;
  /** What they are to the one who asks how the code is judged. */
  readonly class: JudgingClass;
  /** The engines that may judge otherwise by them: of a language, those that they mention, all or none. */
  readonly judges: ReadingEngine['language'] | 'all' | 'mentioned' | 'nothing';
  readonly globs: readonly string[];
}
