import type { ConfigChoice, EngineMode, EnginePlan, PlanProblem } from '#model/engine-plan.ts';
import type { Severity } from '#model/finding.ts';
import { fromRoot, within } from '../repository/facts.ts';
import type { GivenStart } from '../repository/commands/given-start.ts';
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
  /** By what it executes code of the repository, where it is given this file and these arguments. */
  readonly executes?: (config: string | null, args: readonly string[]) => readonly string[];
  /** What the project's own commands start the tool with, where they say it. */
  readonly given?: GivenStart | undefined;
  /** It judges a file by the others, so paths on the command line bring in nothing that the project leaves out. */
  readonly isWhole?: boolean;
  /** The least severity that makes the tool itself end as failed, where it is given these arguments; absent: any. */
  readonly failsFrom?: ((args: readonly string[]) => Severity | undefined) | undefined;
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
  | {
      readonly kind: 'idle';
      readonly engine: string;
      readonly because: string;
      /** Only what differs was asked for, and nothing of its files does. */
      readonly unchanged?: true;
    };

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
  | { readonly kind: 'idle'; readonly because: string; readonly unchanged?: true };

function planScope(input: PlanInput, layers: Layers): ScopeOutcome {
  const { engine, repository, root, mode } = input;
  const sources = {
    environment: { own: layers.environment.paths, shared: input.environment.scope?.paths },
    config: { own: layers.config.paths, shared: input.config.scope?.paths },
    project: givenStart(input, layers)?.paths.map((path) => within(root, path)) ?? [],
  };
  const resolved = resolveScope({ ...sources, cliPaths: input.commandLine.paths, mode });
  if (resolved.paths.length === 0)
    return { kind: 'problem', problem: emptyScope(engine, resolved) };
  const canonical = canonicalScope(resolved.paths, { root: repository });
  if (canonical.kind === 'outside') {
    const outside = { paths: canonical.paths, source: resolved.source };
    return { kind: 'problem', problem: outsideRoot(engine, outside) };
  }
  const wanted = isNarrowed(input, resolved.source)
    ? canonical.paths.flatMap((path) => partsOf(path, sources.project))
    : canonical.paths;
  const scope = withinRoot(withoutInner(wanted, input), root);
  if (scope.length === 0) {
    return { kind: 'idle', because: `nothing of what is to be judged lies in ${root}` };
  }
  const changed = mode === 'current' ? input.changed?.(root, scope) : undefined;
  if (changed?.kind === 'nothing') {
    return { kind: 'idle', because: 'nothing that it judges differs', unchanged: true };
  }
  const paths = changed?.kind === 'paths' ? changed.paths : scope;
  return { kind: 'scope', scope: { scope: [...paths], scopeSource: resolved.source } };
}

function isNarrowed({ isWhole }: PlanInput, source: EnginePlan['scopeSource']): boolean {
  return isWhole === true && source === 'command-line';
}

/** Of a path, what some others have in common with it; without others all of it. */
function partsOf(path: string, others: readonly string[]): readonly string[] {
  if (others.length === 0 || others.some((one) => path === one || isBelow(path, one)))
    return [path];
  return others.filter((one) => isBelow(one, path));
}

/** A configuration that people chose stands in place of how the project starts the tool. */
function givenStart(input: PlanInput, layers: Layers): GivenStart | undefined {
  return chooseConfig(input, layers).path === null ? input.given : undefined;
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
  // Of two arguments that contradict each other most tools take the last.
  const args = [
    ...(givenStart(input, layers)?.args ?? []),
    ...(all.args ?? []),
    ...(asked.args ?? []),
  ];
  const { severity = {} } = all;
  const executes = input.executes?.(config.path, args) ?? [];
  const gate = planGate(all, input.failsFrom?.(args));
  return {
    engine,
    mode,
    root,
    config: { ...config, path: config.path === null ? null : fromRoot(config.path, root) },
    args,
    env: all.env ?? {},
    ...(all.pass !== undefined && all.pass.length > 0 && { pass: [...all.pass] }),
    options: all.options ?? {},
    profile: effectiveProfile(input),
    toolProfile: all.profile ?? null,
    ...(gate !== undefined && { gate }),
    ...(Object.keys(severity).length > 0 && { severity }),
    ...(native !== undefined && { native }),
    ...(executes.length > 0 && { executes: [...executes] }),
    ...(leaveOut.length > 0 && { leaveOut: [...leaveOut] }),
  };
}

/** undefined: every new finding fails a check. */
function planGate(
  { failOn, rules = {} }: EngineSettings,
  failsFrom: Severity | undefined,
): EnginePlan['gate'] {
  if (failOn !== undefined) return { from: failOn, rules };
  if (failsFrom !== undefined) return { from: failsFrom, byExit: true, rules };
  return Object.keys(rules).length === 0 ? undefined : { from: 'low', rules };
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
  const { enabled: _, from: __, ...told } = said;
  return Object.values(told).some((value) => value !== undefined);
}

function profileInUse({ environment, config }: PlanInput): string | undefined {
  return environment.profile ?? config.profile;
}

function deselect(problem: PlanProblem): Planning {
  return { kind: 'deselected', engine: problem.engine, problem };
}
