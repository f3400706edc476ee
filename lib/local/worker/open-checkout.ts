import { join } from 'node:path';
import { createCheckout } from '#platform/git/checkout.ts';
import type { GitDeps } from '#platform/git/git.ts';
import { removeFolder } from '#platform/git/remove-folder.ts';
import type { RunBrief } from '#model/run-brief.ts';
import type { OpenCheckout } from '#worker/needs/checkout.ts';
import { openNoted } from '../run-folders.ts';

export interface CheckoutFolders {
  /** How code may be fetched. */
  readonly protocols: readonly string[];
  /** Folder of what must survive a worker. */
  readonly work: string;
  /** Folder of objects that were fetched before. */
  readonly fetched: string;
}

/** Opens checkouts on this machine. */
export function checkoutsIn(
  host: GitDeps,
  { protocols, work, fetched }: CheckoutFolders,
): OpenCheckout {
  return async ({ brief, checkout }) => {
    const folder = await openNoted(host, join(work, brief.runId, 'checkout'));
    const close = (): Promise<void> => removeFolder(host, folder);
    const repository = join(folder, 'repository');
    try {
      const { mergeBase } = await createCheckout({ ...host, protocols }).open({
        ...checkout,
        head: brief.headSha,
        base: brief.baseSha,
        folder: repository,
        cache: join(fetched, cacheName(brief)),
      });
      return { repository, gitDir: join(folder, 'trees.git'), mergeBase, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}

function cacheName({ pullRequest: { host, repositoryId } }: RunBrief): string {
  return `${encodeURIComponent(`${host} ${repositoryId}`)}.git`;
}
