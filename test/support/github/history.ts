import type { GitStore } from './git-store.ts';

/** All commits that a commit can see, itself among them. */
export function ancestorsOf(git: GitStore, sha: string): ReadonlySet<string> {
  const seen = new Set([sha]);
  // A set grows while it is walked, and the walk goes on to what was added.
  for (const next of seen) {
    for (const parent of git.commit(next)?.parents ?? []) seen.add(parent);
  }
  return seen;
}

/** Whether one commit is the other or lies in its past. */
export function isAncestor(git: GitStore, sha: string, of: string): boolean {
  return sha === of || ancestorsOf(git, of).has(sha);
}

/** The best common ancestors of two commits; none for unrelated histories. */
export function mergeBases(git: GitStore, one: string, other: string): readonly string[] {
  const past = pastOf(git, one);
  const met: string[] = [];
  const walked = new Set([other]);
  for (const next of walked) {
    if (past.has(next)) met.push(next);
    else for (const parent of git.commit(next)?.parents ?? []) walked.add(parent);
  }
  if (met.length < 2) return met;
  return met.filter((sha) => !met.some((later) => later !== sha && isAncestor(git, sha, later)));
}

/** Commits of `head` that `base` does not see; the newest first. */
export function commitsBetween(git: GitStore, base: string, head: string): readonly string[] {
  const past = pastOf(git, base);
  const walked = new Set(past.has(head) ? [] : [head]);
  for (const next of walked) {
    for (const parent of git.commit(next)?.parents ?? []) if (!past.has(parent)) walked.add(parent);
  }
  return [...walked];
}

// Thousands of pull requests ask for the past of the same base, one after another.
const pasts = new WeakMap<GitStore, { sha: string; past: ReadonlySet<string> }>();

function pastOf(git: GitStore, sha: string): ReadonlySet<string> {
  const known = pasts.get(git);
  if (known?.sha === sha) return known.past;
  const past = ancestorsOf(git, sha);
  pasts.set(git, { sha, past });
  return past;
}
