/** What set-up left where it built, as far as it shows what that was made of. */
export interface SetupRemains {
  /** Files outside of the folders of dependencies. */
  readonly files: readonly string[];
  /** Whether the project itself lies copied among what is installed. */
  readonly holdsProject: boolean;
}

/**
 * Whether an environment was made of more than what installers read: of sources of the project, so that it belongs to one
 * tree alone. What an installer notes of the project, and its version, say nothing of its sources.
 */
export function isBuiltOfSources({ files, holdsProject }: SetupRemains): boolean {
  return holdsProject || files.some((path) => !ofEveryTree.test(path));
}

const ofEveryTree =
  /(?:^|\/)(?:[^/]+\.egg-info|__pycache__)\/|(?:^|\/)(?:_?version|__version__)\.pyi?$|(?:^|\/)\.pnpm-workspace-state\.json$/;
