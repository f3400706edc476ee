export interface Question {
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
}

/** A person who can be asked while a plan is executed. */
export interface Asker {
  /** undefined: there is no answer now; the plan waits. */
  ask(question: Question, signal?: AbortSignal): Promise<string | undefined>;
}
