import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '#platform/git/remove-folder.ts';
import { clearNet, makeNet } from '#platform/process/net.ts';
import type { GitDeps } from '#platform/git/git.ts';
import type { RunId } from '#model/ids.ts';

export interface Room {
  /** For copies: outside of the repository, whose settings tools would find from inside. */
  readonly copies: string;
  /** What must survive this process, inside the state folder. */
  readonly work: string;
  /** `over`: nobody takes the run up any more. */
  remove(over: boolean): Promise<void>;
}

/** Where our own git keeps the trees of a repository. */
export function gitFolderOf(repository: string): string {
  return join(repository, '.ratchetr/trees.git');
}

/** Where the runs of a repository keep what must survive them. */
export function workFolderOf(repository: string): string {
  return join(repository, '.ratchetr/work');
}

/** Makes the folders of one run; what a process that died left of them goes first. */
export async function openRoom(deps: GitDeps, folder: string, runId: RunId): Promise<Room> {
  const work = join(folder, runId);
  const note = join(work, 'copies');
  const copies = await openNoted(deps, note);
  return {
    copies,
    work,
    remove: async (over) => {
      await removeFolder(deps, copies);
      await rm(over ? work : note, { recursive: true, force: true });
    },
  };
}

/** Makes a temporary folder and notes its path, so that whoever comes after a process that died finds what it left. */
export async function openNoted(deps: GitDeps, note: string): Promise<string> {
  mkdirSync(dirname(note), { recursive: true });
  const old = await readFile(note, 'utf8').catch(() => undefined);
  if (old?.startsWith(join(tmpdir(), 'ratchetr-run-')) === true) {
    // Its agents may have outlived it.
    await clearNet(makeNet([old]), 0);
    await removeFolder(deps, old);
  }
  const made = await deps.scratch.create();
  writeFileSync(note, made);
  return made;
}
