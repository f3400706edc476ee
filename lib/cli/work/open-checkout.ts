import { join } from 'node:path';
import { createCheckout } from '#platform/git/checkout.ts';
import { removeFolder } from '#platform/git/remove-folder.ts';
import type { EngineHost } from '#check/needs/engine-host.ts';
import { ok, type Outcome, refuse } from '#base/outcome.ts';
import type { Sha } from '#model/ids.ts';
import type { RunBrief } from '#model/run-brief.ts';
import { defaultFile } from '../read-config.ts';
import { openNoted } from '#local/run-folders.ts';
import type { Started } from './started.ts';

/** The code of a pull request in a folder of its own, with all that a worker needs beside it. */
export interface OpenedCheckout {
  /** The code, absolute. */
  readonly repository: string;
  /** For our own git folder, which is not there yet. */
  readonly gitDir: string;
  /** The configuration of the merge base. */
  readonly configText: string;
  readonly mergeBase: Sha;
}

export interface CheckoutPlaces {
  readonly host: Pick<EngineHost, 'history' | 'processes' | 'scratch'>;
  readonly protocols: readonly string[];
  /** Folder of what must survive a worker. */
  readonly work: string;
  /** Folder of objects that were fetched before. */
  readonly fetched: string;
}

/** Works on a checkout that goes afterwards, also after a failure; what a dead worker of the run left goes first. */
export async function inCheckout<Result>(
  { host, protocols, work, fetched }: CheckoutPlaces,
  { brief, checkout }: Started,
  use: (opened: Outcome<OpenedCheckout, 'unrelated'>) => Promise<Result>,
): Promise<Result> {
  const folder = await openNoted(host, join(work, brief.runId, 'checkout'));
  try {
    const repository = join(folder, 'repository');
    const { mergeBase } = await createCheckout({ ...host, protocols }).open({
      ...checkout,
      head: brief.headSha,
      base: brief.baseSha,
      folder: repository,
      cache: join(fetched, nameOf(brief)),
    });
    if (mergeBase === undefined) return await use(refuse('unrelated', unrelated(brief)));
    // The copy of the head is part of what is judged.
    const text = await host.history.readFile(repository, mergeBase, defaultFile);
    const configText = text ?? 'version: 1\n';
    const gitDir = join(folder, 'trees.git');
    return await use(ok({ repository, gitDir, configText, mergeBase }));
  } finally {
    await removeFolder(host, folder);
  }
}

function nameOf({ pullRequest: { host, repositoryId } }: RunBrief): string {
  return `${encodeURIComponent(`${host} ${repositoryId}`)}.git`;
}

function unrelated({ headRef, baseRef }: RunBrief): string {
  return `The branch ${headRef} has no commit in common with ${baseRef}, so there is nothing to compare it with; start it anew from ${baseRef}.`;
}
