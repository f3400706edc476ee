import type { Environment } from '#config/env.ts';
import { environmentNames } from '#config/env-names.ts';

/** Where GitHub answers: a server of one's own, where the stack names one. */
export function githubApiUrl(env: Environment): string {
  return env[environmentNames.githubApiUrl] ?? 'https://api.github.com';
}
