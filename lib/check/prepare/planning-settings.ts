import * as z from 'zod';
import type { LoadedConfig } from '#config/load.ts';
import { type Origin, formatOrigin } from '#config/layers.ts';
import { formatPath } from '#config/paths.ts';
import { engineJudging } from '#config/sections/engine-judging.ts';
import { leafPaths, mergeSettings, nestValue, valueAt } from '#config/tree.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import { severity } from '#model/finding.ts';
import type { PlanInput } from '../rules/scope/plan-engine.ts';
import { ownEntry, type Settings } from '../rules/scope/settings.ts';

const engineSettings = z.object({
  from: z.string().optional(),
  enabled: z.boolean().optional(),
  paths: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  config: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  pass: z.array(z.string()).optional(),
  profile: z.string().optional(),
  options: z.record(z.string(), z.json()).optional(),
  failOn: severity.optional(),
  rules: z.record(z.string(), z.enum(['fail', 'note'])).optional(),
  severity: z.record(z.string(), severity).optional(),
  ...engineJudging,
});
const byEngine = z.record(z.string(), engineSettings);
const settingsOfSource = z.object({
  scope: z.object({ paths: z.array(z.string()).optional() }).optional(),
  engines: byEngine.optional(),
  metrics: z.record(z.string(), z.record(z.string(), z.json())).optional(),
  profile: z.string().optional(),
  profiles: z.record(z.string(), z.object({ engines: byEngine.default({}) })).optional(),
});

const planned = new Set(['scope', 'engines', 'metrics', 'profile', 'profiles']);

/** A metric is an engine that measures, under a shorter name. */
const settings = settingsOfSource.transform(({ metrics = {}, ...given }): Settings => {
  const measuring = Object.entries(metrics).map(
    ([id, options]) => [id, { ...ownEntry(given.engines, id), from: 'numbers', options }] as const,
  );
  if (measuring.length === 0) return given;
  return { ...given, engines: { ...given.engines, ...Object.fromEntries(measuring) } };
});

/** What each source says about planning, without defaults: planning must know who said it. */
export function separateSettings({ config, origins }: LoadedConfig): {
  readonly environment: Settings;
  readonly config: Settings;
} {
  const from = (...kinds: readonly Origin['kind'][]): Settings => {
    const paths = leafPaths(config).filter((path) => {
      const kind = origins.get(formatPath(path))?.kind ?? 'default';
      return planned.has(path[0] ?? '') && kinds.includes(kind);
    });
    return settings.parse(
      paths
        .map((path) => nestValue(path, valueAt(config, path)))
        .reduce<unknown>(mergeSettings, {}),
    );
  };
  const chosen = (...kinds: readonly Origin['kind'][]) => ({ engines: chosenConfigs(kinds) });
  const chosenConfigs = (kinds: readonly Origin['kind'][]) =>
    Object.fromEntries(
      Object.entries(config.check.engineConfig)
        .filter(([id]) => kinds.includes(findOriginKind(origins, 'engineConfig', id)))
        .map(([id, path]) => [id, { config: path }]),
    );
  // `--set` is stronger than the environment, so it stands with it: what it set is not set there any more.
  return {
    environment: settings.parse(
      mergeSettings(from('environment', 'command-line'), chosen('environment')),
    ),
    config: settings.parse(mergeSettings(from('file'), chosen('file'))),
  };
}

/** What the command line requests of engines beside their settings: last arguments, and a configuration for this run. */
export function readEngineRequests({
  config,
  origins,
}: LoadedConfig): NonNullable<PlanInput['commandLine']['engines']> {
  const { engineArgs, engineConfig } = config.check;
  const ids = new Set([...Object.keys(engineArgs), ...Object.keys(engineConfig)]);
  return Object.fromEntries(
    [...ids].map((id) => {
      const isAsked = findOriginKind(origins, 'engineConfig', id) === 'command-line';
      return [id, { args: engineArgs[id], config: isAsked ? engineConfig[id] : undefined }];
    }),
  );
}

/** Settings for engines that do not exist: a typing error must not be ignored silently. */
export function findUnknownEngines(
  { config: { check }, origins }: LoadedConfig,
  known: readonly string[],
): readonly PlanProblem[] {
  const named = [
    ...check.engines.map((id) => ({ id, path: ['engines'] })),
    ...Object.keys(check.engineConfig).map((id) => ({ id, path: ['engineConfig', id] })),
    ...Object.keys(check.engineArgs).map((id) => ({ id, path: ['engineArgs', id] })),
  ];
  return named
    .filter(({ id }) => !known.includes(id))
    .map(({ id, path }) => {
      const origin = origins.get(formatPath(['check', ...path])) ?? { kind: 'default' };
      const names = `there is no engine ${JSON.stringify(id)}; write one of ${known.join(', ')}.`;
      return {
        engine: id,
        code: 'UNKNOWN_ENGINE',
        message: `${formatOrigin(origin)}: ${names}`,
      };
    });
}

function findOriginKind(
  origins: ReadonlyMap<string, Origin>,
  setting: string,
  id: string,
): Origin['kind'] {
  return origins.get(formatPath(['check', setting, id]))?.kind ?? 'default';
}
