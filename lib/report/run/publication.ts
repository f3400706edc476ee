import * as z from 'zod';
import { type RunId, sha } from '#model/ids.ts';
import type { Publication } from '#model/run-report.ts';
import type { Transition } from '#model/transition.ts';
import { sessionOutcome, type WorkspaceState } from '#model/workspace.ts';
import { safeText } from '../safe-text.ts';

/** What became of the changeset of a run, by what its workspace and the log of that still know. */
export function findPublication(
  { session, lastSession, pushes }: WorkspaceState,
  log: readonly Transition[],
  id: RunId,
): Publication {
  const push = pushes.findLast(({ runId }) => runId === id);
  if (push !== undefined) {
    const { sha: commit, takenBack } = push;
    return { kind: 'pushed', commit, because: null, takenBackBy: takenBack?.by ?? null };
  }
  const unknown = { commit: null, because: null, takenBackBy: null };
  if (session?.id === id) return { ...unknown, kind: 'waiting' };
  const last = lastSession?.runId === id ? { ...lastSession, head: null } : undefined;
  const ended = findEnd(log, id) ?? last;
  if (ended === undefined) return { ...unknown, kind: 'unknown' };
  if (ended.outcome === 'pushed') return { ...unknown, kind: 'pushed', commit: ended.head };
  return { ...unknown, kind: 'refused', because: safeText(ended.reason) };
}

const end = z.object({
  sessionId: z.string(),
  outcome: sessionOutcome,
  head: sha.nullable().catch(null).default(null),
});

function findEnd(log: readonly Transition[], id: RunId) {
  for (const { snapshot, reason } of log) {
    const ended = end.safeParse(snapshot).data;
    if (ended?.sessionId === id) return { ...ended, reason };
  }
  return undefined;
}
