/** Of the runs of tests in one folder, one goes on at a time, whichever process started it. */
export interface TestTurns {
  /** Waits for its turn; where that takes too long, or the signal says so, it is given one all the same. */
  take(wanted: WantedTurn): Promise<TestTurn>;
}

export interface WantedTurn {
  /** Absolute. */
  readonly folder: string;
  readonly longestMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once, where another process has the turn. */
  readonly onWait: (processId: number) => void;
}

export interface TestTurn {
  release(): Promise<void>;
}
