import type { EngineSnapshot } from './findings-snapshot.ts';

type Measured = Pick<EngineSnapshot, 'coverage'>;

/** By how many percent points the coverage of these files together rose; undefined: it was not measured. */
export function coverageDelta(
  files: readonly string[],
  { before, after }: { readonly before: readonly Measured[]; readonly after: readonly Measured[] },
): number | undefined {
  const [was, is] = [shareOf(files, before), shareOf(files, after)];
  if (was === undefined || is === undefined) return undefined;
  return Math.round((is - was) * 1e4) / 100;
}

function shareOf(files: readonly string[], runs: readonly Measured[]): number | undefined {
  const counts = runs.flatMap(({ coverage }) =>
    files.flatMap((file) => (coverage === null ? [] : (coverage[file] ?? []))),
  );
  const total = counts.reduce((sum, one) => sum + one.total, 0);
  if (total === 0) return undefined;
  return counts.reduce((sum, one) => sum + one.covered, 0) / total;
}
