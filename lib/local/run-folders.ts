import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { removeFolder } from '#platform/git/remove-folder.ts';
import { clearNet, makeNet } from '#platform/process/net.ts';
import type { GitDeps } from '#platform/git/git.ts';
import { holdAlone } from '#store/sqlite/hold-alone.ts';
import type { RunId } from '#model/ids.ts';
import type { RunFolder, RunFolders } from '#repair/needs/run-state.ts';

/** Keeps the folders of runs in this one, which must survive them. */
export function createRunFolders(deps: GitDeps, folder: string): RunFolders {
  const ofRun = (runId: RunId): string => join(folder, runId);
  return {
    open: (runId) => openRunFolder(deps, ofRun(runId)),
    openPlan: async (runId, name) => {
      const path = join(ofRun(runId), name);
      await mkdir(path, { recursive: true });
      return { path, remove: () => rm(path, { recursive: true, force: true }) };
    },
    hold: (runId) => lockRun(folder, `${ofRun(runId)}.lock`),
    remove: (runId) => rm(ofRun(runId), { recursive: true, force: true }),
  };
}

async function openRunFolder(deps: GitDeps, folder: string): Promise<RunFolder> {
  const note = join(folder, 'copies');
  const copies = await openNoted(deps, note);
  return {
    copies,
    remove: async (isOver) => {
      await removeFolder(deps, copies);
      await rm(isOver ? folder : note, { recursive: true, force: true });
    },
  };
}

function lockRun(folder: string, path: string): (() => void) | undefined {
  mkdirSync(folder, { recursive: true });
  const release = holdAlone(path);
  return (
    release &&
    (() => {
      rmSync(path, { force: true });
      release();
    })
  );
}

/** Makes a temporary folder and notes its path, so that the process after one that died finds what it left. */
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
