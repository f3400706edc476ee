import type { Forge } from '#ratchet/needs/forge.ts';
import type { GitHubClient } from './client.ts';
import { createForgeReading } from './forge-reading.ts';
import type { GitHubDeps } from './sender.ts';
import { createForgeWriting } from './writing.ts';

/** GitHub as the forge. */
export function createForge(deps: GitHubDeps, client: GitHubClient): Forge {
  return { ...createForgeReading(client, deps), ...createForgeWriting(client, deps) };
}
