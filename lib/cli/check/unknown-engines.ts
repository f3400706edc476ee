import type { Origin } from '#config/layers.ts';
import { formatOrigin } from '#config/origins.ts';
import { formatPath } from '#config/paths.ts';
import type { Config } from '#config/schema.ts';
import type { PlanProblem } from '#model/engine-plan.ts';

/** What was said of engines that do not exist: a typing error must not look like an engine that was told. */
export function unknownEngines(
  { check }: Pick<Config, 'check'>,
  origins: ReadonlyMap<string, Origin>,
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
