import { commitsBetween, mergeBases } from '../history.ts';
import { commitShape, knownCommit } from '../shapes/commits.ts';
import { apiOf, htmlOf } from '../shapes/repository.ts';
import { repositoryRoutes } from './access.ts';
import { type ChangedFile, changedFiles } from './diffs.ts';
import { resolveCommit } from './repositories.ts';
import { type Answer, notFound, type RepositoryCall, type Route, segment } from './route.ts';

/** GitHub shows no more files than this. */
const MOST_FILES = 300;

export const comparisonRoutes: readonly Route[] = [
  repositoryRoutes.get('/compare/{basehead}', ['contents', 'read'], compare),
];

/** A changed file as comparisons and pull requests list it. */
export function fileShape(call: RepositoryCall, file: ChangedFile, head: string) {
  const { path, oldPath, status, additions, deletions, sha } = file;
  const html = htmlOf(call.site, call.repository);
  return {
    sha,
    filename: path,
    status,
    additions,
    deletions,
    changes: additions + deletions,
    blob_url: `${html}/blob/${head}/${path}`,
    raw_url: `${html}/raw/${head}/${path}`,
    contents_url: `${apiOf(call.site, call.repository)}/contents/${path}?ref=${head}`,
    ...(oldPath !== undefined && { previous_filename: oldPath }),
  };
}

async function compare(call: RepositoryCall): Promise<Answer> {
  const { repository, site, world } = call;
  const [base, head] = segment(call, 'basehead')
    .split('...')
    .map((side) => resolveCommit(repository, side));
  if (base === undefined || head === undefined) throw notFound();
  const [mergeBase] = mergeBases(repository.git, base, head);
  if (mergeBase === undefined) throw notFound();
  const ahead = commitsBetween(repository.git, base, head).toReversed();
  const behind = commitsBetween(repository.git, head, base);
  const files = await changedFiles(repository.git, mergeBase, head);
  const html = `${htmlOf(site, repository)}/compare/${base}...${head}`;
  const shown = (sha: string) => commitShape(world, site, knownCommit(repository, sha));
  const body = {
    url: `${apiOf(site, repository)}/compare/${base}...${head}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: shown(base),
    merge_base_commit: shown(mergeBase),
    status: statusOf(ahead.length, behind.length),
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: ahead.slice(0, 250).map((sha) => shown(sha)),
    files: files.slice(0, MOST_FILES).map((file) => fileShape(call, file, head)),
  };
  return { status: 200, body };
}

function statusOf(ahead: number, behind: number): string {
  if (ahead > 0 && behind > 0) return 'diverged';
  if (ahead > 0) return 'ahead';
  return behind > 0 ? 'behind' : 'identical';
}
