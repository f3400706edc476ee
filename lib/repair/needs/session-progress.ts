import type { AttemptResult } from '#model/attempt.ts';
import type { NewTask } from '#model/task.ts';
import type { Progress } from '#check/needs/progress.ts';

export type AttemptStage = 'copying' | 'agent' | 'validating' | 'integrating';

/** An attempt under way. */
export interface AttemptAt {
  readonly task: Pick<NewTask, 'id' | 'title' | 'tool' | 'taskType'>;
  readonly attemptNo: number;
  readonly agent: string;
}

/** Watches a session while it runs. */
export interface SessionProgress {
  /** All engines run: at the start, at a checkpoint or at the end. */
  collecting(stage: string): Progress | undefined;
  collected(stage: string, counts: { readonly findings: number; readonly toRepair: number }): void;
  planned(tasks: readonly Pick<NewTask, 'id' | 'title'>[]): void;
  attempt(at: AttemptAt, stage: AttemptStage): void;
  ended(at: AttemptAt, result: AttemptResult): void;
}
