import type { Config } from '#config/schema.ts';
import { packagePrefix } from '#config/values.ts';
import type { Engine } from '#engines/contract.ts';
import { readPackagedEngine } from '#engines/packaged.ts';
import type { EnginePackages } from '../needs/engine-packages.ts';

/** Engines by what `from` says of them; a list: what is wrong with the package. */
export type LoadedPackages = ReadonlyMap<string, Engine | readonly string[]>;

/** Loads the engines of packages that the settings name. */
export async function loadEnginePackages(
  packages: EnginePackages | undefined,
  { engines, profiles }: Pick<Config, 'engines' | 'profiles'>,
): Promise<LoadedPackages> {
  const all = [engines, ...Object.values(profiles).map((profile) => profile.engines)];
  const named = all.flatMap((one) => Object.values(one).flatMap(({ from = '' }) => from));
  const wanted = [...new Set(named)].filter((from) => from.startsWith(packagePrefix));
  return new Map(
    await Promise.all(wanted.map(async (from) => [from, await loadOne(packages, from)] as const)),
  );
}

async function loadOne(
  packages: EnginePackages | undefined,
  from: string,
): Promise<Engine | readonly string[]> {
  if (packages === undefined) return ['engines of packages are not to be had here'];
  const loaded = await packages.load(from.slice(packagePrefix.length));
  if (loaded.kind === 'refused') return [loaded.sentence];
  const reading = readPackagedEngine(from, loaded.value);
  return reading.kind === 'engine' ? reading.engine : reading.faults;
}
