export interface Question {
  readonly question: string;
  readonly choices?: readonly string[] | undefined;
}

/** Whoever can be asked while a plan is carried out. */
export interface Asker {
  /** undefined: nobody answers now; the plan waits. */
  ask(question: Question, signal?: AbortSignal): Promise<string | undefined>;
}
