/** A command that prepares a fresh copy of the repository, and why it is one. */
export interface SetupCommand {
  readonly run: readonly string[];
  /** Relative to the repository. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly because: string;
  /** Longest run; absent: nobody said. */
  readonly timeoutMs?: number;
}
