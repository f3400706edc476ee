/** A command that prepares a fresh copy of the repository, and why it is one. */
export interface SetupCommand {
  readonly run: readonly string[];
  /** Relative to the repository. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly because: string;
  /** Longest run; absent: the usual one. */
  readonly timeoutMs?: number;
  /** What it fetches lies in the cache of a toolchain, and nothing of it in the repository. */
  readonly outside?: true;
  /** Where it fails, all but one engine can do without it. */
  readonly optional?: true;
}
