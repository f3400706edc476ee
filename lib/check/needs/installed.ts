/** What stands behind the program of an engine. */
export interface InstalledTool {
  /** Another text: the tool, something it loads or its environment is another. */
  readonly stamp: string;
  /** null: only the tool itself knows. */
  readonly version: string | null;
}

/** Finds what is installed by reading files; nothing is started. */
export interface Installed {
  /** undefined: what the program would load cannot be known without starting it. */
  find(
    program: readonly [string, ...string[]],
    place: { readonly repository: string; readonly cwd: string },
  ): Promise<InstalledTool | undefined>;
}
