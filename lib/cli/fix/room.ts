import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '#adapters/git/remove-folder.ts';
import type { GitDeps } from '#adapters/git/git.ts';
import type { RunId } from '#domain/model/ids.ts';

export interface Room {
  /** For copies: outside of the repository, whose settings tools would find from inside. */
  readonly copies: string;
  /** What must survive this process, inside the state folder. */
  readonly work: string;
  remove(): Promise<void>;
}

/** Makes the folders of one run; what a process that died left of them goes first. */
export async function openRoom(deps: GitDeps, repository: string, runId: RunId): Promise<Room> {
  const work = join(repository, '.ratchetr/work', runId);
  const note = join(work, 'copies');
  mkdirSync(work, { recursive: true });
  const old = await readFile(note, 'utf8').catch(() => undefined);
  if (old?.startsWith(join(tmpdir(), 'ratchetr-run-'))) await removeFolder(deps, old);
  const copies = await deps.scratch.create();
  writeFileSync(note, copies);
  return {
    copies,
    work,
    remove: async () => {
      await removeFolder(deps, copies);
      await rm(note, { force: true });
    },
  };
}
