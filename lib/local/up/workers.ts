import { fileURLToPath } from 'node:url';
import { environmentNames as names } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';
import type { Launch } from '#ratchet/needs/launcher.ts';
import type { Forge } from '#ratchet/needs/forge.ts';
import type { WorkspaceStore } from '#ratchet/needs/workspace-store.ts';

const program = fileURLToPath(new URL('../worker/start.mjs', import.meta.url));

/** How the worker of a run is started on this machine. */
export function workerCommand(
  home: string,
  { workspaceId, runId }: Launch,
): readonly [string, ...string[]] {
  return [process.execPath, program, '--home', home, '--workspace', workspaceId, '--run', runId];
}

/** What a worker must never hold: it repairs code and has no right to publish it. */
const kept: ReadonlySet<string> = new Set([
  names.githubToken,
  names.githubAppId,
  names.githubPrivateKey,
  names.webhookSecret,
  names.webhookSecretBefore,
]);

interface WorkerContext {
  readonly env: Environment;
  readonly forge: Forge;
  readonly workspaces: WorkspaceStore;
}

/** The environment of a worker: ours without our rights, and where its code lies. */
export async function environmentForWorker(
  { env, forge, workspaces }: WorkerContext,
  { workspaceId }: Launch,
): Promise<Readonly<Record<string, string>>> {
  const head = await workspaces.load(workspaceId);
  if (head === undefined) throw new Error(`There is no workspace ${workspaceId}`);
  const { url, token } = await forge.checkoutOf(head.state.pullRequest);
  const own = Object.entries(env).flatMap(([name, value]) =>
    value === undefined || kept.has(name) ? [] : [[name, value] as const],
  );
  return {
    ...Object.fromEntries(own),
    [names.cloneUrl]: url,
    ...(token !== undefined && { [names.cloneToken]: token }),
  };
}
