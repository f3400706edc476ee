import type { EngineMode, EnginePlan, PlanProblem } from '../model/engine-plan.ts';
import { canonicalScope } from './canonical-paths.ts';
import { emptyScope, outsideRoot, unknownEngine } from './problems.ts';
import { resolveScope } from './resolve-scope.ts';
import { selectConfig } from './select-config.ts';
import {
  type EngineSettings,
  entryOf,
  overlay,
  profileSettingsOf,
  type Settings,
  settingsOf,
} from './settings.ts';

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
  /** Working folder, relative to the repository; paths are relative to it. */
  readonly root: string;
  readonly commandLine: CommandLine;
  readonly environment: Settings;
  readonly config: Settings;
}

/** What planning made of one engine in one mode. */
export type Planning =
  | { readonly kind: 'plan'; readonly engine: string; readonly plan: EnginePlan }
  | { readonly kind: 'deselected'; readonly engine: string; readonly problem: PlanProblem }
  /** Switched off on purpose, which is no problem. */
  | { readonly kind: 'off'; readonly engine: string };

/** Puts together all that one engine is given in one mode, or says why it is left out. */
export function planEngine(input: PlanInput): Planning {
  const { engine } = input;
  if (!input.known.includes(engine)) return deselected(unknownEngine(engine, input.known));
  const layers = layersOf(input);
  if (layers.all.enabled === false) return { kind: 'off', engine };
  const scope = scopeOf(input, layers);
  if (scope.kind === 'problem') return deselected(scope.problem);
  return { kind: 'plan', engine, plan: { ...inputsOf(input, layers), ...scope.scope } };
}

interface Layers {
  readonly environment: EngineSettings;
  readonly config: EngineSettings;
  readonly all: EngineSettings;
}

function layersOf(input: PlanInput): Layers {
  const profile = profileInUse(input);
  const environment = settingsOf(input.engine, input.environment, profile);
  const config = settingsOf(input.engine, input.config, profile);
  return { environment, config, all: overlay(config, environment) };
}

type ScopeOutcome =
  | { readonly kind: 'scope'; readonly scope: Pick<EnginePlan, 'scope' | 'scopeSource'> }
  | { readonly kind: 'problem'; readonly problem: PlanProblem };

function scopeOf(input: PlanInput, layers: Layers): ScopeOutcome {
  const { engine, repository, root, mode } = input;
  const resolved = resolveScope({
    cliPaths: input.commandLine.paths,
    environment: { own: layers.environment.paths, shared: input.environment.scope?.paths },
    config: { own: layers.config.paths, shared: input.config.scope?.paths },
    mode,
  });
  if (resolved.paths.length === 0)
    return { kind: 'problem', problem: emptyScope(engine, resolved) };
  const canonical = canonicalScope(resolved.paths, { root: `${repository}/${root}` });
  if (canonical.kind === 'outside') {
    const outside = { paths: canonical.paths, source: resolved.source };
    return { kind: 'problem', problem: outsideRoot(engine, outside) };
  }
  return { kind: 'scope', scope: { scope: [...canonical.paths], scopeSource: resolved.source } };
}

function inputsOf(input: PlanInput, layers: Layers): Omit<EnginePlan, 'scope' | 'scopeSource'> {
  const { engine, mode, root } = input;
  const asked = entryOf(input.commandLine.engines, engine) ?? {};
  const { environment, config, all } = layers;
  return {
    engine,
    mode,
    root,
    config: selectConfig({
      commandLine: asked.config,
      environment: environment.config,
      config: config.config,
    }),
    // Of two arguments that contradict each other most tools take the last.
    args: [...(all.args ?? []), ...(asked.args ?? [])],
    env: all.env ?? {},
    options: all.options ?? {},
    profile: profileToken(input),
    toolProfile: all.profile ?? null,
  };
}

/** The name of the profile in use, where it has a say in what this engine is given. */
function profileToken(input: PlanInput): string | null {
  const profile = profileInUse(input);
  const said = [input.environment, input.config].map((settings) =>
    profileSettingsOf(input.engine, settings, profile),
  );
  return said.some(hasASay) ? (profile ?? null) : null;
}

function hasASay(said: EngineSettings): boolean {
  const { paths, args, config, env, profile, options } = said;
  return [paths, args, config, env, profile, options].some((value) => value !== undefined);
}

function profileInUse({ environment, config }: PlanInput): string | undefined {
  return environment.profile ?? config.profile;
}

function deselected(problem: PlanProblem): Planning {
  return { kind: 'deselected', engine: problem.engine, problem };
}
