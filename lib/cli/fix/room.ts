import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '#adapters/git/remove-folder.ts';
import { clearNet, makeNet } from '#adapters/process/net.ts';
import type { GitDeps } from '#adapters/git/git.ts';
import type { RunId } from '#domain/model/ids.ts';

export interface Room {
  /** For copies: outside of the repository, whose settings tools would find from inside. */
  readonly copies: string;
  /** What must survive this process, inside the state folder. */
  readonly work: string;
  /** `over`: nobody takes the run up any more. */
  remove(over: boolean): Promise<void>;
}

/** Makes the folders of one run; what a process that died left of them goes first. */
export async function openRoom(deps: GitDeps, repository: string, runId: RunId): Promise<Room> {
  const work = join(repository, '.ratchetr/work', runId);
  const note = join(work, 'copies');
  mkdirSync(work, { recursive: true });
  const old = await readFile(note, 'utf8').catch(() => undefined);
  if (old?.startsWith(join(tmpdir(), 'ratchetr-run-')) === true) {
    // Its agents may have outlived it.
    await clearNet(makeNet([old]), 0);
    await removeFolder(deps, old);
  }
  const copies = await deps.scratch.create();
  writeFileSync(note, copies);
  return {
    copies,
    work,
    remove: async (over) => {
      await removeFolder(deps, copies);
      await rm(over ? work : note, { recursive: true, force: true });
    },
  };
}
