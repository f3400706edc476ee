import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as z from 'zod';
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

export type ReadRequest =
  | { readonly kind: 'request'; readonly request: FixRequest }
  | { readonly kind: 'refused'; readonly because: string };

/** What a command line asks for, as far as this repository allows it. */
export async function readRequest(
  { cwd }: Pick<CliContext, 'cwd'>,
  ground: Ground,
  { paths, options }: Asked,
): Promise<ReadRequest> {
  const { repository, trees, head } = ground;
  const review = options.review === undefined ? [] : readReview(cwd, options.review);
  if (typeof review === 'string') return refused(review);
  const atHome = await trees.capture(repository, { since: head });
  const wanted = await askedPaths(ground, paths, atHome);
  if (typeof wanted === 'string') return refused(wanted);
  const problem = await problemWith(ground, options, atHome);
  if (problem !== undefined) return refused(problem);
  const merged = options.merge === undefined ? {} : await readMerge(ground, options.merge);
  if (typeof merged === 'string') return refused(merged);
  const { tree: startTree = atHome, merge } = merged;
  const request = {
    homeTree: atHome,
    startTree,
    paths: [...wanted],
    ...(merge && { merge }),
    review: [...review],
    handOver: handOverOf(options),
  };
  return { kind: 'request', request };
}

function refused(because: string): ReadRequest {
  return { kind: 'refused', because };
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
): Promise<string | undefined> {
  const name = branch === undefined ? undefined : await branches.problemWith(branch);
  if (name !== undefined) return `${name}; choose another name`;
  if (branch === undefined && merge === undefined) return undefined;
  const [differs] = await trees.compare(head, atHome);
  if (differs === undefined) return undefined;
  const option = merge === undefined ? '--branch' : '--merge';
  return `the work tree differs from HEAD in ${differs.path}, so ${option} is not possible; commit that first`;
}

export interface MergedStart {
  readonly tree?: Sha;
  readonly merge?: NonNullable<FixRequest['merge']>;
}

/** The head with a commit merged into it; a sentence: why that is not possible. */
export async function readMerge(
  { merges, head }: Pick<Ground, 'head' | 'merges'>,
  ref: string,
): Promise<MergedStart | string> {
  const [ours, theirs] = [await merges.side(head), await merges.side(ref)];
  if (ours === undefined || theirs === undefined) return `git knows no commit called ${ref} here`;
  const merged = await merges.prepare(ours.commit, theirs.commit);
  if (merged.kind === 'impossible') return merged.because;
  const conflicts = merged.kind === 'conflict' ? [...merged.paths] : [];
  return { tree: merged.tree, merge: { ours, theirs, conflicts } };
}

function readReview(cwd: string, file: string): readonly ReviewThread[] | string {
  try {
    const parsed = z
      .array(reviewThread)
      .safeParse(JSON.parse(readFileSync(resolve(cwd, file), 'utf8')));
    return parsed.success ? parsed.data : `${file}: ${z.prettifyError(parsed.error)}`;
  } catch (error) {
    return `${file}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
