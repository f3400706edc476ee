import type { Processes } from '#check/needs/processes.ts';

/** The folders of other owners that this person told git to work in: nothing else of their configuration is used. */
export async function readSafeFolders(processes: Processes): Promise<readonly string[]> {
  const { exit, stdout } = await processes.ask({
    argv: ['git', 'config', '-z', '--get-all', 'safe.directory'],
    cwd: '/',
    inheritEnv: ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM'],
    env: {},
    wallMs: 10_000,
    maxOutputBytes: 1024 * 1024,
  });
  if (exit.kind !== 'exited' || exit.code !== 0) return [];
  return new TextDecoder().decode(stdout).split('\0').slice(0, -1);
}

/** Says so to git beside what else overrides its configuration. */
export function withSafeFolders(
  env: Readonly<Record<string, string>>,
  folders: readonly string[] = [],
): Readonly<Record<string, string>> {
  const first = Number(env['GIT_CONFIG_COUNT'] ?? 0);
  const pairs = folders.flatMap((folder, index) => [
    [`GIT_CONFIG_KEY_${first + index}`, 'safe.directory'],
    [`GIT_CONFIG_VALUE_${first + index}`, folder],
  ]);
  const count = String(first + folders.length);
  return { ...env, ...Object.fromEntries(pairs), GIT_CONFIG_COUNT: count };
}
