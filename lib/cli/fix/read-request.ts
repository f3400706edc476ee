import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Sha } from '#model/ids.ts';
import { type ReviewThread, reviewThread } from '#model/review.ts';
import type { CliContext } from '../context.ts';
import { askedPaths } from './asked-paths.ts';
import type { Ground } from './ground.ts';
import type { FixOptions } from './options.ts';
import type { FixRequest } from './run-config.ts';

export interface Asked {
  readonly paths: readonly string[];
  readonly options: FixOptions;
}

/** What a command line asks for, as far as this repository allows it. */
export async function readRequest(
  { cwd }: Pick<CliContext, 'cwd'>,
  ground: Ground,
  { paths, options }: Asked,
): Promise<Outcome<FixRequest>> {
  const { repository, trees, head } = ground;
  const review = options.review === undefined ? ok([]) : readReview(cwd, options.review);
  if (review.kind === 'refused') return review;
  const atHome = await trees.capture(repository, { since: head });
  const wanted = await askedPaths(ground, paths, atHome);
  if (wanted.kind === 'refused') return wanted;
  const problem = await problemWith(ground, options, atHome);
  if (problem.kind === 'refused') return problem;
  const merged: Outcome<MergedStart> =
    options.merge === undefined ? ok({}) : await readMerge(ground, options.merge);
  if (merged.kind === 'refused') return merged;
  const { tree: startTree = atHome, merge } = merged.value;
  return ok({
    homeTree: atHome,
    startTree,
    paths: [...wanted.value],
    ...(merge && { merge }),
    review: [...review.value],
    handOver: handOverOf(options),
  });
}

function handOverOf({ branch, apply }: FixOptions): FixRequest['handOver'] {
  if (branch !== undefined) return { kind: 'branch', name: branch };
  return { kind: apply === true ? 'apply' : 'patch' };
}

/** What is not committed would get lost in a merge, and get onto a branch unasked. */
async function problemWith(
  { trees, branches, head }: Ground,
  { branch, merge }: FixOptions,
  atHome: Sha,
): Promise<Outcome<undefined>> {
  const name = branch === undefined ? undefined : await branches.problemWith(branch);
  if (name !== undefined) return refuse('branch-name', `${name}; choose another name`);
  if (branch === undefined && merge === undefined) return ok(undefined);
  const [differs] = await trees.compare(head, atHome);
  if (differs === undefined) return ok(undefined);
  const option = merge === undefined ? '--branch' : '--merge';
  return refuse(
    'not-committed',
    `the work tree differs from HEAD in ${differs.path}, so ${option} is not possible; commit that first`,
  );
}

export interface MergedStart {
  readonly tree?: Sha;
  readonly merge?: NonNullable<FixRequest['merge']>;
}

/** The head with a commit merged into it. */
export async function readMerge(
  { merges, head }: Pick<Ground, 'head' | 'merges'>,
  ref: string,
): Promise<Outcome<MergedStart, 'unknown-commit' | 'cannot-merge'>> {
  const [ours, theirs] = [await merges.side(head), await merges.side(ref)];
  if (ours === undefined || theirs === undefined) {
    return refuse('unknown-commit', `git knows no commit called ${ref} here`);
  }
  const merged = await merges.prepare(ours.commit, theirs.commit);
  if (merged.kind === 'impossible') return refuse('cannot-merge', merged.because);
  const conflicts = merged.kind === 'conflict' ? [...merged.paths] : [];
  return ok({ tree: merged.tree, merge: { ours, theirs, conflicts } });
}

function readReview(cwd: string, file: string): Outcome<readonly ReviewThread[]> {
  try {
    const parsed = z
      .array(reviewThread)
      .safeParse(JSON.parse(readFileSync(resolve(cwd, file), 'utf8')));
    if (parsed.success) return ok(parsed.data);
    return refuse('review-file', `${file}: ${z.prettifyError(parsed.error)}`);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse('review-file', `${file}: ${why}`);
  }
}
