import {
  type Aftermath,
  aftermathOfFile,
  type Content,
  linesOfUndone,
} from '#repair/rules/verdict/aftermath.ts';
import type { Sha } from '#model/ids.ts';
import type { TakenBackPlace } from '#model/run-brief.ts';
import type { PullRequest, Push, PushedPath, WorkspaceState } from '#model/workspace.ts';
import { listRefusals } from './rules/decision/refusals.ts';
import type { ForgeFiles } from './needs/forge.ts';

export interface PathAftermath extends Aftermath {
  readonly path: string;
  readonly now: Content;
}

/** What became of each path of a push in another commit. */
export async function readAftermaths(
  forge: ForgeFiles,
  pullRequest: PullRequest,
  { push, headSha }: { readonly push: Push; readonly headSha: Sha },
): Promise<readonly PathAftermath[]> {
  const { changes = [], parent, sha } = push;
  if (parent === undefined) return [];
  const read = async (commit: Sha, path: string): Promise<Content> => {
    const found = await forge.readFile(pullRequest, commit, path);
    return typeof found === 'object' ? null : found;
  };
  const of = async ({ path, before, after }: PushedPath): Promise<PathAftermath> => {
    const [old, ours, now] = await Promise.all([
      read(parent, path),
      read(sha, path),
      read(headSha, path),
    ]);
    const texts = { before: trustContent(old, before), after: trustContent(ours, after), now };
    return { path, now, ...aftermathOfFile(texts) };
  };
  return Promise.all(changes.map(of));
}

/** A commit that the forge has forgotten looks like one without the file. */
function trustContent(content: Content, blob: Sha | null): Content {
  return (content === undefined) === (blob === null) ? content : null;
}

/** All places of a commit at which people took back what we had pushed. */
export async function readReverts(
  forge: ForgeFiles,
  state: WorkspaceState,
  headSha: Sha,
): Promise<readonly TakenBackPlace[]> {
  const places: TakenBackPlace[] = [];
  for (const push of listRefusals(state)) {
    const all = await readAftermaths(forge, state.pullRequest, { push, headSha });
    const blobs = new Map(push.changes?.map(({ path, after }) => [path, after]));
    for (const { kind, path, hunks, now } of all) {
      if (kind !== 'undone') continue;
      const lines = typeof now === 'string' ? linesOfUndone(hunks, now) : [];
      places.push({ commit: push.sha, path, blob: blobs.get(path) ?? null, lines, hunks });
    }
  }
  return places;
}
