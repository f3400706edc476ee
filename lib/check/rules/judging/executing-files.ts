import { inAnyForm, type PathTest } from '#base/glob.ts';
import { executedByCi } from './executing-ci.ts';
import { executedOnMachines } from './executing-environments.ts';
import type { ExecutingFiles } from './executing-row.ts';

/** What executes a file elsewhere; undefined: nothing that is known of. */
export function findExecutor(path: string): ExecutingFiles | undefined {
  return executing.find(({ is }) => is(path));
}

const executing: readonly (ExecutingFiles & { readonly is: PathTest })[] = [
  ...executedByCi,
  ...executedOnMachines,
].map((one) => ({ ...one, is: inAnyForm(one.globs) }));
