/** A commit as people write it, leading to its page in the repository of a pull request. */
export function commitLink(pullRequestUrl: string, sha: string): string {
  const repository = pullRequestUrl.replace(/\/pull\/\d+$/, '');
  return `[\`${sha.slice(0, 7)}\`](${repository}/commit/${sha})`;
}

/** Where all checks of a pull request are shown. */
export function checksUrl(pullRequestUrl: string): string {
  return `${pullRequestUrl}/checks`;
}
