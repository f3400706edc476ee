/** A file that received what a process wrote. */
export interface CapturedOutput {
  readonly path: string;
  readonly bytes: number;
  /** True when the cap cut it: the file holds the first `maxOutputBytes`. */
  readonly truncated: boolean;
}

export interface Command {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** Names copied from our own environment when set there; nothing else is inherited. */
  readonly inheritEnv?: readonly string[];
  /** Folders that stand before those of the path that is inherited. */
  readonly pathFirst?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Closed at once when absent: a program that asks gets end of file. */
  readonly stdin?: string | Uint8Array;
  /** Folder for stdout.txt and stderr.txt, which grow while the program writes; made when missing. */
  readonly outputDir: string;
  /** Also write both streams, in order of arrival, to one file. */
  readonly combined?: boolean;
  readonly wallMs: number;
  /** Longest silence on both streams together. */
  readonly idleMs?: number;
  /** Per stream; a process that writes more is stopped. */
  readonly maxOutputBytes: number;
  /** From SIGTERM to SIGKILL. */
  readonly graceMs: number;
  readonly uid?: number;
  readonly gid?: number;
  /** Also kill what left the process group, once the program has ended. */
  readonly net?: {
    /** Folders of this run alone: a process that works in one of them belongs to the run. */
    readonly folders: readonly string[];
  };
  /** Folders that are to be changed by it: where it runs as another user, they become that user's. */
  readonly writes?: readonly string[];
  /** The program is stopped once the files in these folders are larger than that. */
  readonly disk?: DiskLimit;
}

export interface DiskLimit {
  readonly folders: readonly string[];
  readonly maxBytes: number;
}

export type Exit =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: string }
  | { readonly kind: 'spawn-failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'timed-out'; readonly limit: 'wall' | 'idle'; readonly limitMs: number }
  | {
      readonly kind: 'overflowed';
      readonly stream: 'stdout' | 'stderr';
      readonly limitBytes: number;
    }
  /** The files in its folders grew larger than the limit. */
  | { readonly kind: 'overgrown'; readonly limitBytes: number }
  | { readonly kind: 'aborted' };

export interface ExecResult {
  readonly exit: Exit;
  readonly startedAt: number;
  readonly finishedAt: number;
  readonly durationMs: number;
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  readonly combined?: CapturedOutput;
}

/** A program of our own choice that gives a short result, such as git: what it prints is kept in memory. */
export type QuickCommand = Pick<
  Command,
  'argv' | 'cwd' | 'env' | 'inheritEnv' | 'maxOutputBytes' | 'stdin' | 'wallMs'
>;

export interface ProgramAnswer {
  readonly exit: Exit;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

/** Never rejects for what the process did: every ending is an `Exit`. */
export interface Processes {
  run(command: Command, signal?: AbortSignal): Promise<ExecResult>;
  /** The same with less around it: no files, no grace, and nothing of the repository may run in it. */
  ask(question: QuickCommand): Promise<ProgramAnswer>;
}
