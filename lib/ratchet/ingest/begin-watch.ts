import type { Concerned } from '../rules/ingest/effect.ts';
import { newWorkspace } from '../rules/decision/new-workspace.ts';
import type { IngestDeps } from './deps.ts';

export type BeginOutcome =
  | 'created'
  | 'exists'
  /** Over, somebody else's, or of no installation that we know. */
  | 'not-ours';

/** Begins the watch over an open pull request, unless there is one. */
export async function beginWatch(
  { workspaces, hash, receiver }: IngestDeps,
  { pullRequest, open, installationId: from }: Extract<Concerned, { kind: 'pull-request' }>,
  now: number,
): Promise<BeginOutcome> {
  const installationId = from ?? receiver.installationId;
  const isOurs = receiver.watches?.(pullRequest) ?? true;
  if (!open || !isOurs || installationId === undefined) return 'not-ours';
  return workspaces.create(newWorkspace({ pullRequest, installationId, now, hash: hash.hex }), now);
}
