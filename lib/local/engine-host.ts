import { dirname, join } from 'node:path';
import { createContents } from '#platform/files/contents.ts';
import {
  buildsFolder,
  createEngineCache,
  engineCacheFolder,
} from '#platform/files/engine-cache.ts';
import { createEnginePackages } from '#platform/files/engine-packages.ts';
import { findOnPath, userProgramFolders } from '#platform/files/find-program.ts';
import { folders } from '#platform/files/folders.ts';
import { listKeptNodes } from '#platform/files/kept-nodes.ts';
import { createInstalled } from '#platform/files/installed.ts';
import { createRepository } from '#platform/files/repository.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createTestTurns } from '#platform/files/test-turns.ts';
import { createToolState } from '#platform/files/tool-state.ts';
import { createCopies } from '#platform/git/copies.ts';
import { createHistory } from '#platform/git/history.ts';
import { removeFolder } from '#platform/git/remove-folder.ts';
import { openTrees } from '#platform/git/trees.ts';
import { type OtherUser, replaceHome } from '#platform/process/other-user.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { environmentNames } from '#config/env-names.ts';
import type { Environment } from '#config/env.ts';
import { putHomeLast } from '#check/isolate-tool.ts';
import type { EngineHost, NodePrograms } from '#check/needs/engine-host.ts';
import type { Processes } from '#check/needs/processes.ts';
import type { Scratch } from '#check/needs/scratch.ts';
import type { System } from './system.ts';
import { installation } from './version.ts';

export interface EngineHostOptions {
  readonly system: System;
  readonly env: Environment;
  /** The user that engines, installs and agents run as; absent: our own, for one machine has one user for all. */
  readonly asUser?: OtherUser | undefined;
  /** Where warnings and messages for the person who waits go. */
  readonly output: { write(text: string): unknown };
  /** Other work goes on at the same time, so git is asked from a process of its own. */
  readonly asksApart?: boolean;
  /**
   * Tools build on what they kept of earlier runs here. Only where a person checks a checkout of their own: a worker judges what
   * others wrote, and code that it starts could leave something for the next run.
   */
  readonly keepsState?: boolean;
  /** What is judged is installed here, by what it says itself. */
  readonly setsUp?: boolean;
}

/** The machine that this process runs on. */
export function openEngineHost({
  system: { clock, ids, hash, logTo },
  env,
  asUser,
  output,
  asksApart = false,
  keepsState = false,
  setsUp = false,
}: EngineHostOptions): EngineHost {
  // A set-up may put a program called git there.
  const PATH = putHomeLast(env['PATH'], { home: env['HOME'] });
  const askEnv = setsUp ? { ...env, PATH } : env;
  const processes = createProcesses({ clock, parentEnv: env, asUser, asksApart, askEnv });
  const scratch = createScratch({ asUser });
  const cache = engineCacheFolder(env);
  const ofTools = asUser === undefined ? env : replaceHome(asUser, env);
  return {
    clock,
    ids,
    hash,
    log: logTo(output),
    processes,
    scratch,
    folders,
    installed: createInstalled({ env }),
    sources: createRepository({ env }),
    packages: createEnginePackages(installation),
    history: createHistory({ processes, scratch }),
    node: {
      ours: { path: process.execPath, version: process.version },
      callers: (folder) => findNode(processes, env['PATH'] ?? '', folder),
      kept: () => listKeptNodes(env),
    },
    path: ofTools['PATH'],
    toolchain: env[environmentNames.toolchain],
    homes: { home: ofTools['HOME'], setsUp },
    ownPrograms: userProgramFolders(ofTools),
    builds: buildsFolder(ofTools),
    ...(cache !== undefined && {
      cache: {
        store: createEngineCache({ folder: cache, clock }),
        contents: createContents(keepsState ? join(cache, 'index') : undefined),
        ...(keepsState && {
          toolState: createToolState({ folder: join(dirname(cache), 'state'), clock }),
        }),
      },
    }),
    testTurns: cache === undefined ? undefined : createTestTurns(join(dirname(cache), 'turns')),
    openCopies: createOpenCopies({ processes, scratch }),
    tell: (line) => void output.write(`${line}\n`),
  };
}

/** What version managers put on the path looks at the folder in which it is started. */
async function findNode(
  processes: Processes,
  path: string,
  folder: string,
): ReturnType<NodePrograms['callers']> {
  const program = await findOnPath(['node'], path);
  if (program === undefined) return undefined;
  const { exit, stdout } = await processes.ask({
    argv: [program, '--version'],
    cwd: folder,
    inheritEnv: ['HOME', 'PATH'],
    env: {},
    wallMs: 10_000,
    maxOutputBytes: 1024,
  });
  const version = new TextDecoder().decode(stdout).trim();
  return exit.kind === 'exited' && exit.code === 0 ? { path: program, version } : undefined;
}

function createOpenCopies(deps: {
  readonly processes: Processes;
  readonly scratch: Scratch;
}): EngineHost['openCopies'] {
  return async (repository, gitDir, sealed) => {
    const folder = await deps.scratch.create();
    const close = (): Promise<void> => removeFolder(deps, folder);
    try {
      const own = { ...deps, gitDir: gitDir ?? `${folder}/trees.git`, repository, sealed };
      const trees = await openTrees(own);
      return {
        copies: createCopies({ ...own, parent: `${folder}/copies` }),
        listFiles: async (tree) => (await trees.list(tree)).paths,
        close,
      };
    } catch (error) {
      await close();
      throw error;
    }
  };
}
