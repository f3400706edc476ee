import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { valueIn } from '#base/data.ts';
import type { Environment } from '#config/env.ts';

/**
 * Repositories of hooks that pre-commit would have to fetch first, by the configuration that names them. It writes down what
 * it fetched, each address beside its revision.
 */
export function findMissingHooks(
  manifests: ReadonlyMap<string, unknown>,
  env: Environment,
): ReadonlyMap<string, readonly string[]> {
  const configs = [...manifests].filter(([path]) =>
    /(?:^|\/)\.pre-commit-config\.yaml$/.test(path),
  );
  if (configs.length === 0) return new Map();
  const fetched = readFetched(env);
  return new Map(
    configs.flatMap(([path, data]) => {
      const missing = listRepositories(data).filter(
        ({ repo, rev }) => !fetched.includes(repo + rev),
      );
      return missing.length === 0 ? [] : [[path, missing.map(({ repo }) => repo)] as const];
    }),
  );
}

function listRepositories(data: unknown) {
  const repos = valueIn(data, 'repos');
  return (Array.isArray(repos) ? repos : []).flatMap((one: unknown) => {
    const [repo, rev] = [valueIn(one, 'repo'), valueIn(one, 'rev')];
    return typeof repo === 'string' && typeof rev === 'string' ? [{ repo, rev }] : [];
  });
}

/** A small database, whose texts stand in it as they are. */
function readFetched({ PRE_COMMIT_HOME, XDG_CACHE_HOME, HOME = '' }: Environment): Buffer {
  const home = PRE_COMMIT_HOME || join(XDG_CACHE_HOME || join(HOME, '.cache'), 'pre-commit');
  try {
    return readFileSync(join(home, 'db.db'));
  } catch {
    return Buffer.alloc(0);
  }
}
