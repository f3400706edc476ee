import type { EnginePlan } from '#model/engine-plan.ts';

/** What configuration may say about one engine; what is absent stays open. */
export interface EngineSettings {
  /** The built-in engine that it is made from. */
  readonly from?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly config?: string | undefined;
  readonly env?: EnginePlan['env'] | undefined;
  readonly profile?: string | undefined;
  readonly options?: EnginePlan['options'] | undefined;
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
    profile: upper.profile ?? lower.profile,
    options: { ...lower.options, ...upper.options },
  };
}

/** Names are free, so one may be that of something every object has. */
export function ownEntry<Value>(
  entries: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return entries !== undefined && Object.hasOwn(entries, name) ? entries[name] : undefined;
}
