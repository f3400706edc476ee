import * as z from 'zod';
import type { Origin } from '#config/layers.ts';
import { formatPath } from '#config/paths.ts';
import type { Config } from '#config/schema.ts';
import { leafPaths, merge, nest, valueAt } from '#config/tree.ts';
import type { PlanInput } from '#check/rules/scope/plan-engine.ts';
import type { Settings } from '#check/rules/scope/settings.ts';

const engineSettings = z.object({
  from: z.string().optional(),
  enabled: z.boolean().optional(),
  paths: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  config: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  profile: z.string().optional(),
  options: z.record(z.string(), z.json()).optional(),
});
const byEngine = z.record(z.string(), engineSettings);
const settings = z.object({
  scope: z.object({ paths: z.array(z.string()).optional() }).optional(),
  engines: byEngine.optional(),
  profile: z.string().optional(),
  profiles: z.record(z.string(), z.object({ engines: byEngine.default({}) })).optional(),
});

const planned = new Set(['scope', 'engines', 'profile', 'profiles']);

/** What each source says about planning, without defaults: planning must know who said it. */
export function planningSettings(
  config: Config,
  origins: ReadonlyMap<string, Origin>,
): { readonly environment: Settings; readonly config: Settings } {
  const from = (...kinds: readonly Origin['kind'][]): Settings => {
    const paths = leafPaths(config).filter((path) => {
      const kind = origins.get(formatPath(path))?.kind ?? 'default';
      return planned.has(path[0] ?? '') && kinds.includes(kind);
    });
    return settings.parse(
      paths.map((path) => nest(path, valueAt(config, path))).reduce<unknown>(merge, {}),
    );
  };
  const chosen = (...kinds: readonly Origin['kind'][]) => ({ engines: chosenConfigs(kinds) });
  const chosenConfigs = (kinds: readonly Origin['kind'][]) =>
    Object.fromEntries(
      Object.entries(config.check.engineConfig)
        .filter(([id]) => kinds.includes(originOf(origins, 'engineConfig', id)))
        .map(([id, path]) => [id, { config: path }]),
    );
  // `--set` is stronger than the environment, so it stands with it: what it set is not set there any more.
  return {
    environment: settings.parse(merge(from('environment', 'command-line'), chosen('environment'))),
    config: settings.parse(merge(from('file'), chosen('file'))),
  };
}

/** What was asked for one engine beside its settings: arguments that go last, and a configuration for this run. */
export function askedOfEngines(
  config: Config,
  origins: ReadonlyMap<string, Origin>,
): NonNullable<PlanInput['commandLine']['engines']> {
  const { engineArgs, engineConfig } = config.check;
  const ids = new Set([...Object.keys(engineArgs), ...Object.keys(engineConfig)]);
  return Object.fromEntries(
    [...ids].map((id) => {
      const isAsked = originOf(origins, 'engineConfig', id) === 'command-line';
      return [id, { args: engineArgs[id], config: isAsked ? engineConfig[id] : undefined }];
    }),
  );
}

function originOf(
  origins: ReadonlyMap<string, Origin>,
  setting: string,
  id: string,
): Origin['kind'] {
  return origins.get(formatPath(['check', setting, id]))?.kind ?? 'default';
}
