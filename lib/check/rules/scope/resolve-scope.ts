import type { EngineMode, EnginePlan } from '#model/engine-plan.ts';

/** Paths that one source of configuration lists; an empty list is a statement, an absent one is none. */
interface ConfiguredPaths {
  /** For this engine alone; they win over the shared ones of the same source. */
  readonly own?: readonly string[] | undefined;
  readonly shared?: readonly string[] | undefined;
}

export interface ScopeSources {
  /** Positional arguments; an empty list means that none were given. */
  readonly cliPaths: readonly string[];
  readonly environment: ConfiguredPaths;
  readonly config: ConfiguredPaths;
  /** What the project's own commands name; empty: nothing. */
  readonly project?: readonly string[];
  readonly mode: EngineMode;
}

export interface ResolvedScope {
  /** As given; empty if the configuration says so, which deselects the engine in both modes. */
  readonly paths: readonly string[];
  readonly source: EnginePlan['scopeSource'];
  readonly own: boolean;
}

/** Chooses the scope of one engine: command line over environment over config over everything. */
export function resolveScope(sources: ScopeSources): ResolvedScope {
  const configured = configuredScope(sources);
  const asked = sources.mode === 'current' ? sources.cliPaths : [];
  // Paths on the command line narrow an engine; they do not bring back one that is configured away.
  if (asked.length === 0 || configured.paths.length === 0) return configured;
  return { paths: asked, source: 'command-line', own: false };
}

function configuredScope({ environment, config, project = [] }: ScopeSources): ResolvedScope {
  const otherwise: ResolvedScope =
    project.length > 0
      ? { paths: project, source: 'project', own: false }
      : { paths: ['.'], source: 'default', own: false };
  return choosePaths(environment, 'environment') ?? choosePaths(config, 'config') ?? otherwise;
}

function choosePaths(
  { own, shared }: ConfiguredPaths,
  source: 'environment' | 'config',
): ResolvedScope | undefined {
  const paths = own ?? shared;
  return paths === undefined ? undefined : { paths, source, own: own !== undefined };
}
