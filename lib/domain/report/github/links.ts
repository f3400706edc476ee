import type { PullRequest } from '../../model/workspace.ts';

type Place = Pick<PullRequest, 'host' | 'name' | 'number' | 'owner'>;

/** A commit as people write it, leading to its page. */
export function commitLink(place: Omit<Place, 'number'>, sha: string): string {
  return `[\`${sha.slice(0, 7)}\`](${repositoryUrl(place)}/commit/${sha})`;
}

/** Where all checks of a pull request are shown. */
export function checksUrl(place: Place): string {
  return `${repositoryUrl(place)}/pull/${place.number}/checks`;
}

function repositoryUrl({ host, owner, name }: Omit<Place, 'number'>): string {
  return `https://${host}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}
