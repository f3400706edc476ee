import * as z from 'zod';
import type { Origin } from '#config/layers.ts';
import { formatPath } from '#config/paths.ts';
import type { Config } from '#config/schema.ts';
import { leafPaths, merge, nest, valueAt } from '#config/tree.ts';
import type { Settings } from '#domain/scope/settings.ts';

const engineSettings = z.object({
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
  // `--set` is stronger than the environment, so it stands with it: what it set is not set there any more.
  return { environment: from('environment', 'command-line'), config: from('file') };
}
