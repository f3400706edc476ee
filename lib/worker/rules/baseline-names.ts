import type { Sha } from '#model/ids.ts';

/** The name under which baselines of a repository are recorded that one head alone may use. */
export function baselinesOfHead(repository: string, head: Sha): string {
  return `${repository} at ${head}`;
}

/** Whether a run of a repository may record and read baselines under a name. */
export function isOwnBaselines(repository: string, name: string): boolean {
  return name === repository || /^ at [0-9a-f]{40,64}$/.test(afterName(repository, name));
}

function afterName(repository: string, name: string): string {
  return name.startsWith(repository) ? name.slice(repository.length) : '';
}
