import type { Environment } from '#config/env.ts';
import { checksFolder } from '#platform/files/engine-cache.ts';
import { createKeptChecks, type KeptChecks } from '#platform/files/kept-checks.ts';
import type { System } from './system.ts';

/** The last checks of a repository on this machine; undefined: this user has no folder for them. */
export function openKeptChecks(
  { clock, hash }: Pick<System, 'clock' | 'hash'>,
  env: Environment,
  repository: string,
): KeptChecks | undefined {
  const folder = checksFolder(env);
  return folder === undefined ? undefined : createKeptChecks({ folder, repository, hash, clock });
}
