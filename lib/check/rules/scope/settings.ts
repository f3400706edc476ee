import type { EnginePlan } from '#model/engine-plan.ts';
import type { Severity } from '#model/finding.ts';
import type { ExitCodes, Probe, ProbeStream } from '../outcome/exit-catalog.ts';

/** What configuration may say about one engine; what is absent stays open. */
export interface EngineSettings {
  /** The built-in engine that it is made from. */
  readonly from?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly config?: string | undefined;
  readonly env?: EnginePlan['env'] | undefined;
  /** Names of further variables that the tool has from the caller. */
  readonly pass?: readonly string[] | undefined;
  readonly profile?: string | undefined;
  readonly options?: EnginePlan['options'] | undefined;
  readonly failOn?: Severity | undefined;
  readonly rules?: NonNullable<EnginePlan['gate']>['rules'] | undefined;
  readonly severity?: EnginePlan['severity'] | undefined;
  /** What exit codes of its tool mean, whatever the engine says. */
  readonly exitCodes?: ExitCodes | undefined;
  readonly ignoreExit?: readonly number[] | undefined;
  readonly probes?: readonly GivenProbe[] | undefined;
  readonly versions?: { readonly first: string } | undefined;
}

/** A probe of the user's own, or a change of one that the engine has: what is absent stays as it is there. */
export interface GivenProbe {
  readonly id: string;
  readonly stream?: ProbeStream | undefined;
  readonly pattern?: string | undefined;
  readonly effect: Probe['effect'] | 'none';
  readonly remedy?: string | undefined;
}

type ByEngine = Readonly<Record<string, EngineSettings>>;

/** What one source of configuration says, without defaults. */
export interface Settings {
  readonly scope?: { readonly paths?: readonly string[] | undefined } | undefined;
  readonly engines?: ByEngine | undefined;
  readonly profile?: string | undefined;
  readonly profiles?: Readonly<Record<string, { readonly engines: ByEngine }>> | undefined;
}

/** The settings of one engine, with those of the profile on top. */
export function settingsForEngine(engine: string, settings: Settings, profile: string | undefined) {
  const own = ownEntry(settings.engines, engine) ?? {};
  return overlaySettings(own, profileSettingsOf(engine, settings, profile));
}

/** What the profile says of one engine. */
export function profileSettingsOf(
  engine: string,
  settings: Settings,
  profile: string | undefined,
): EngineSettings {
  const inUse = profile === undefined ? undefined : ownEntry(settings.profiles, profile);
  return ownEntry(inUse?.engines, engine) ?? {};
}

/** The upper settings win one by one: maps are merged by key, lists are replaced whole. */
export function overlaySettings(lower: EngineSettings, upper: EngineSettings): EngineSettings {
  return {
    from: upper.from ?? lower.from,
    enabled: upper.enabled ?? lower.enabled,
    paths: upper.paths ?? lower.paths,
    args: upper.args ?? lower.args,
    config: upper.config ?? lower.config,
    env: { ...lower.env, ...upper.env },
    pass: upper.pass ?? lower.pass,
    profile: upper.profile ?? lower.profile,
    options: { ...lower.options, ...upper.options },
    failOn: upper.failOn ?? lower.failOn,
    rules: { ...lower.rules, ...upper.rules },
    severity: { ...lower.severity, ...upper.severity },
    exitCodes: upper.exitCodes ?? lower.exitCodes,
    ignoreExit: upper.ignoreExit ?? lower.ignoreExit,
    probes: upper.probes ?? lower.probes,
    versions: upper.versions ?? lower.versions,
  };
}

/** Names are free, so one may be that of something every object has. */
export function ownEntry<Value>(
  entries: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return entries !== undefined && Object.hasOwn(entries, name) ? entries[name] : undefined;
}
