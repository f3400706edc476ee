import type { GitPerson } from './git-objects.ts';
import { isAncestor } from './history.ts';
import { mergeCommits, writeMerge } from './merges.ts';
import type { Merge } from './merges.ts';
import type { Pull } from './model.ts';
import { requirementsOf } from './requirements.ts';
import { rollupOf } from './rollup.ts';
import type { World } from './world.ts';

export interface Mergeability {
  readonly mergeable: 'MERGEABLE' | 'CONFLICTING' | 'UNKNOWN';
  /** The commit that a merge would make, as `refs/pull/N/merge` shows it. */
  readonly mergeSha?: string;
}

export type MergeState =
  | 'BEHIND'
  | 'BLOCKED'
  | 'CLEAN'
  | 'DIRTY'
  | 'DRAFT'
  | 'UNKNOWN'
  | 'UNSTABLE';

/**
 * Whether a pull request merges, as lazily as GitHub finds out: the first question after its head or
 * its base moved only starts the work, and nothing tells when the answer is there.
 */
export async function mergeabilityOf(world: World, pull: Pull): Promise<Mergeability> {
  const base = baseTip(pull);
  if (pull.state !== 'OPEN' || base === undefined) return { mergeable: 'UNKNOWN' };
  const known = questions.get(pull);
  if (known?.head !== pull.headSha || known.base !== base) {
    questions.set(pull, ask(world, pull, base));
    return { mergeable: 'UNKNOWN' };
  }
  if (world.clock.now() < known.readyAt) return { mergeable: 'UNKNOWN' };
  const merge = await known.answer;
  if ('conflict' in merge) return { mergeable: 'CONFLICTING' };
  return { mergeable: 'MERGEABLE', mergeSha: previewMerge(pull, base, merge.tree) };
}

/** Why a pull request can or cannot be merged right now, in GitHub's one word. */
export async function mergeStateOf(world: World, pull: Pull): Promise<MergeState> {
  const { mergeable } = await mergeabilityOf(world, pull);
  if (mergeable === 'UNKNOWN') return 'UNKNOWN';
  if (mergeable === 'CONFLICTING') return 'DIRTY';
  if (pull.draft) return 'DRAFT';
  const { blocked, strict } = requirementsOf(pull);
  if (blocked) return 'BLOCKED';
  const base = baseTip(pull);
  const { git } = pull.repository;
  if (strict && base !== undefined && !isAncestor(git, base, pull.headSha)) return 'BEHIND';
  const state = rollupOf(pull.repository, pull.headSha)?.state;
  return state === undefined || state === 'SUCCESS' ? 'CLEAN' : 'UNSTABLE';
}

/** The tip of the branch that a pull request goes to. */
export function baseTip(pull: Pull): string | undefined {
  return pull.repository.git.ref(`refs/heads/${pull.baseRef}`);
}

interface Question {
  readonly head: string;
  readonly base: string;
  readonly readyAt: number;
  readonly answer: Promise<Merge>;
}

const questions = new WeakMap<Pull, Question>();

function ask(world: World, pull: Pull, base: string): Question {
  const answer = mergeCommits(pull.repository.git, base, pull.headSha);
  // Whoever asks again gets the failure; until then nobody waits for it.
  answer.catch(() => undefined);
  const readyAt = world.clock.now() + world.lags.mergeabilityMs;
  return { head: pull.headSha, base, readyAt, answer };
}

function previewMerge(pull: Pull, base: string, tree: string): string {
  const { git } = pull.repository;
  const message = `Merge ${pull.headSha} into ${base}`;
  const by: GitPerson = { name: 'GitHub', email: 'noreply@github.com', seconds: 0, zone: '+0000' };
  const sha = writeMerge(git, { tree, parents: [base, pull.headSha], by, message });
  const ref = `refs/pull/${pull.number}/merge`;
  if (git.ref(ref) !== sha) git.setRef(ref, sha);
  return sha;
}
