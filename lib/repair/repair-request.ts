import * as z from 'zod';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Finding } from '#model/finding.ts';
import { type Sha, sha } from '#model/ids.ts';
import { type ReviewThread, reviewThread } from '#model/review.ts';
import type { Run } from '#model/run.ts';
import { canonicalScope } from '#check/rules/scope/canonical-paths.ts';
import { liesIn } from '#check/rules/scope/filter-findings.ts';
import type { RepositoryGit } from './needs/repair-host.ts';
import type { OpenedRepair } from './open-repair.ts';

const side = z.object({ commit: sha, subject: z.string() });

/** What a run was asked for beyond its settings, so that it can go on as it began. */
const repairRequest = z.object({
  /** What lay in the work tree. */
  homeTree: sha,
  /** The same, with what was merged into it. */
  startTree: sha,
  paths: z.array(z.string()),
  /** What was merged into the start; paths with markers are in conflict. */
  merge: z.object({ ours: side, theirs: side, conflicts: z.array(z.string()) }).optional(),
  review: z.array(reviewThread),
  handOver: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('patch') }),
    z.object({ kind: z.literal('changeset') }),
    z.object({ kind: z.literal('apply') }),
    z.object({ kind: z.literal('branch'), name: z.string() }),
  ]),
});
export type RepairRequest = z.infer<typeof repairRequest>;

/** undefined: this run was not begun by `ratchetr fix`. */
export function storedRequest({ config }: Pick<Run, 'config'>): RepairRequest | undefined {
  return repairRequest.safeParse(config['fix']).data;
}

/** What a person asks for. */
export interface WantedRepair {
  /** Where repairs are wanted; none: everywhere. */
  readonly paths: readonly string[];
  readonly review: readonly ReviewThread[];
  /** What is to be merged first, by any name that git knows. */
  readonly merge?: string | undefined;
  readonly handOver: RepairRequest['handOver'];
}

type Repository = OpenedRepair;

/** The same, as far as this repository allows it. */
export async function resolveRequest(
  opened: Repository,
  { paths, review, merge: ref, handOver }: WantedRepair,
): Promise<Outcome<RepairRequest>> {
  const { git, head, prepared } = opened;
  const homeTree = await git.trees.capture(prepared.repository, { since: head });
  const wanted = await wantedPaths(opened, paths, homeTree);
  if (wanted.kind === 'refused') return wanted;
  const problem = await checkDelivery(opened, { handOver, ref }, homeTree);
  if (problem.kind === 'refused') return problem;
  const merged: Outcome<MergedStart> =
    ref === undefined ? ok({}) : await mergeStart(git, head, ref);
  if (merged.kind === 'refused') return merged;
  const { tree: startTree = homeTree, merge } = merged.value;
  return ok({
    homeTree,
    startTree,
    paths: [...wanted.value],
    ...(merge && { merge }),
    review: [...review],
    handOver,
  });
}

/** Where repairs are asked for, relative to the repository; none: everywhere. */
export async function wantedPaths(
  { prepared: { repository }, git }: Repository,
  paths: readonly string[],
  tree: Sha,
): Promise<Outcome<readonly string[], 'outside' | 'no-file'>> {
  const scope = canonicalScope(paths, { root: repository });
  if (scope.kind === 'outside') {
    return refuse('outside', `${scope.paths.join(', ')} lies outside of ${repository}`);
  }
  if (paths.length === 0 || scope.paths.includes('.')) return ok([]);
  const { paths: files } = await git.trees.list(tree);
  const absent = scope.paths.filter((path) => !files.some((file) => liesIn([path], file)));
  if (absent.length === 0) return ok(scope.paths);
  const names = absent.join(', ');
  return refuse('no-file', `no tracked file matches ${names}; paths begin at the repository`);
}

/** Whether a finding lies where repairs are wanted. */
export function wantedIn(paths: readonly string[]): (finding: Finding) => boolean {
  if (paths.length === 0) return () => true;
  return ({ filePath }) => filePath !== undefined && liesIn(paths, filePath);
}

/** What is not committed would get lost in a merge, and get onto a branch unasked. */
async function checkDelivery(
  { git: { trees, branches }, head }: Repository,
  {
    handOver,
    ref,
  }: { readonly handOver: RepairRequest['handOver']; readonly ref?: string | undefined },
  homeTree: Sha,
): Promise<Outcome<undefined, 'branch-name' | 'not-committed'>> {
  const branch = handOver.kind === 'branch' ? handOver.name : undefined;
  const name = branch === undefined ? undefined : await branches.problemWith(branch);
  if (name !== undefined) return refuse('branch-name', `${name}; choose another name`);
  if (branch === undefined && ref === undefined) return ok(undefined);
  const [differs] = await trees.compare(head, homeTree);
  if (differs === undefined) return ok(undefined);
  const option = ref === undefined ? '--branch' : '--merge';
  return refuse(
    'not-committed',
    `the work tree differs from HEAD in ${differs.path}, so ${option} is not possible; commit that first`,
  );
}

export interface MergedStart {
  readonly tree?: Sha;
  readonly merge?: NonNullable<RepairRequest['merge']>;
}

/** The head with a commit merged into it. */
export async function mergeStart(
  { merges }: RepositoryGit,
  head: Sha,
  ref: string,
): Promise<Outcome<MergedStart, 'unknown-commit' | 'cannot-merge'>> {
  const [ours, theirs] = [await merges.side(head), await merges.side(ref)];
  if (ours === undefined || theirs === undefined) {
    return refuse('unknown-commit', `git knows no commit called ${ref} here`);
  }
  const merged = await merges.prepare(ours.commit, theirs.commit);
  if (merged.kind === 'impossible') return refuse('cannot-merge', merged.reason);
  const conflicts = merged.kind === 'conflict' ? [...merged.paths] : [];
  return ok({ tree: merged.tree, merge: { ours, theirs, conflicts } });
}
