import type { EnginePlan } from '#model/engine-plan.ts';
import { type NativeHash, shortHash } from '#base/hash.ts';
import { compareText } from '#base/order.ts';

/** Names the rules under which an engine judges: its arguments and its part of the configuration files. */
export function signRules(
  deps: { readonly hash: NativeHash },
  { engine, args, options, config, toolProfile }: EnginePlan,
  files: readonly { readonly path: string; readonly part: string }[],
): string {
  const parts = files
    .map(({ path, part }) => [path, shortHash(deps.hash, part)] as const)
    .toSorted(([a], [b]) => compareText(a, b));
  const told = { engine, args, options, config: config.path, toolProfile };
  return shortHash(deps.hash, JSON.stringify([told, parts]));
}
