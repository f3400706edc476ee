import type { ConfigChoice, EngineMode, EnginePlan, PlanProblem } from '#model/engine-plan.ts';
import { fromRoot } from '../repository/facts.ts';
import { isBelow } from '../repository/roots.ts';
import { canonicalScope } from './canonical-paths.ts';
import type { ChangedScope } from './changed-scope.ts';
import { emptyScope, outsideRoot, unknownEngine } from './problems.ts';
import { resolveScope } from './resolve-scope.ts';
import { selectConfig } from './select-config.ts';
import {
  type EngineSettings,
  ownEntry,
  overlaySettings,
  profileSettingsOf,
  type Settings,
  settingsForEngine,
} from './settings.ts';
import { withinRoot } from './within-root.ts';

interface CommandLine {
  readonly paths: readonly string[];
  readonly engines?: Readonly<
    Record<
      string,
      { readonly config?: string | undefined; readonly args?: readonly string[] | undefined }
    >
  >;
}

export interface PlanInput {
  readonly engine: string;
  readonly mode: EngineMode;
  /** The ids of all engines there are. */
  readonly known: readonly string[];
  /** Absolute path of the repository. */
  readonly repository: string;
  /** Working folder, relative to the repository; what is configured is relative to the repository. */
  readonly root: string;
  readonly commandLine: CommandLine;
  readonly environment: Settings;
  readonly config: Settings;
  /** Folders below the root in which the same engine runs by itself. */
  readonly inner?: readonly string[];
  /** What the project's own configuration says of how the tool is started, where it is given this file or finds its own. */
  readonly native?: (config: string | null) => NonNullable<EnginePlan['native']>;
  /** What the tool leaves out, relative to the root. */
  readonly leaveOut?: readonly string[];
  /** Narrows current to what differs; its scope is then these paths, relative to the root. */
  readonly changed?: (root: string, scope: readonly string[]) => ChangedScope;
}

/** What planning made of one engine in one mode. */
export type Planning =
  | { readonly kind: 'plan'; readonly engine: string; readonly plan: EnginePlan }
  | { readonly kind: 'deselected'; readonly engine: string; readonly problem: PlanProblem }
  /** Switched off on purpose, which is no problem. */
  | { readonly kind: 'off'; readonly engine: string }
  /** Its root holds nothing of the requested paths. */
  | { readonly kind: 'idle'; readonly engine: string; readonly because: string };

/** Puts together all that one engine is given in one mode, or says why it is left out. */
export function planEngine(input: PlanInput): Planning {
  const { engine } = input;
  if (!input.known.includes(engine)) return deselect(unknownEngine(engine, input.known));
  const layers = collectLayers(input);
  if (layers.all.enabled === false) return { kind: 'off', engine };
  const scope = planScope(input, layers);
  if (scope.kind === 'problem') return deselect(scope.problem);
  if (scope.kind === 'idle') return { ...scope, engine };
  return { kind: 'plan', engine, plan: { ...planInputs(input, layers), ...scope.scope } };
}

interface Layers {
  readonly environment: EngineSettings;
  readonly config: EngineSettings;
  readonly all: EngineSettings;
}

function collectLayers(input: PlanInput): Layers {
  const profile = profileInUse(input);
  const environment = settingsForEngine(input.engine, input.environment, profile);
  const config = settingsForEngine(input.engine, input.config, profile);
  return { environment, config, all: overlaySettings(config, environment) };
}

type ScopeOutcome =
  | { readonly kind: 'scope'; readonly scope: Pick<EnginePlan, 'scope' | 'scopeSource'> }
  | { readonly kind: 'problem'; readonly problem: PlanProblem }
  | { readonly kind: 'idle'; readonly because: string };

function planScope(input: PlanInput, layers: Layers): ScopeOutcome {
  const { engine, repository, root, mode } = input;
  const resolved = resolveScope({
    cliPaths: input.commandLine.paths,
    environment: { own: layers.environment.paths, shared: input.environment.scope?.paths },
    config: { own: layers.config.paths, shared: input.config.scope?.paths },
    mode,
  });
  if (resolved.paths.length === 0)
    return { kind: 'problem', problem: emptyScope(engine, resolved) };
  const canonical = canonicalScope(resolved.paths, { root: repository });
  if (canonical.kind === 'outside') {
    const outside = { paths: canonical.paths, source: resolved.source };
    return { kind: 'problem', problem: outsideRoot(engine, outside) };
  }
  const scope = withinRoot(withoutInner(canonical.paths, input), root);
  if (scope.length === 0) {
    return { kind: 'idle', because: `nothing of what is to be judged lies in ${root}` };
  }
  const changed = mode === 'current' ? input.changed?.(root, scope) : undefined;
  if (changed?.kind === 'nothing')
    return { kind: 'idle', because: 'nothing that it judges differs' };
  const paths = changed?.kind === 'paths' ? changed.paths : scope;
  return { kind: 'scope', scope: { scope: [...paths], scopeSource: resolved.source } };
}

/** What lies wholly in a folder further down is for the run there. */
function withoutInner(paths: readonly string[], { inner = [] }: PlanInput): readonly string[] {
  return paths.filter((path) => !inner.some((folder) => path === folder || isBelow(path, folder)));
}

function planInputs(input: PlanInput, layers: Layers): Omit<EnginePlan, 'scope' | 'scopeSource'> {
  const { engine, mode, root, leaveOut = [] } = input;
  const asked = ownEntry(input.commandLine.engines, engine) ?? {};
  const { all } = layers;
  const config = chooseConfig(input, layers);
  const native = input.native?.(config.path);
  return {
    engine,
    mode,
    root,
    config: { ...config, path: config.path === null ? null : fromRoot(config.path, root) },
    // Of two arguments that contradict each other most tools take the last.
    args: [...(all.args ?? []), ...(asked.args ?? [])],
    env: all.env ?? {},
    options: all.options ?? {},
    profile: effectiveProfile(input),
    toolProfile: all.profile ?? null,
    ...(native !== undefined && { native }),
    ...(leaveOut.length > 0 && { leaveOut: [...leaveOut] }),
  };
}

/** Relative to the repository; the tool is started in its root, so that is where its way to the file begins. */
function chooseConfig({ engine, commandLine }: PlanInput, layers: Layers): ConfigChoice {
  return selectConfig({
    commandLine: ownEntry(commandLine.engines, engine)?.config,
    environment: layers.environment.config,
    config: layers.config.config,
  });
}

/** The name of the profile in use, where it has a say in what this engine is given. */
function effectiveProfile(input: PlanInput): string | null {
  const profile = profileInUse(input);
  const said = [input.environment, input.config].map((settings) =>
    profileSettingsOf(input.engine, settings, profile),
  );
  return said.some(setsAnything) ? (profile ?? null) : null;
}

function setsAnything(said: EngineSettings): boolean {
  const { paths, args, config, env, profile, options } = said;
  return [paths, args, config, env, profile, options].some((value) => value !== undefined);
}

function profileInUse({ environment, config }: PlanInput): string | undefined {
  return environment.profile ?? config.profile;
}

function deselect(problem: PlanProblem): Planning {
  return { kind: 'deselected', engine: problem.engine, problem };
}
