import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFileArtifacts } from '#platform/files/artifacts.ts';
import { createContents } from '#platform/files/contents.ts';
import { createEngineCache, engineCacheFolder } from '#platform/files/engine-cache.ts';
import { folders } from '#platform/files/folders.ts';
import { createInstalled } from '#platform/files/installed.ts';
import { createScratch } from '#platform/files/scratch.ts';
import { createHistory } from '#platform/git/history.ts';
import { createProcesses } from '#platform/process/processes.ts';
import { openDatabase } from '#store/sqlite/open-database.ts';
import { createSqliteRunStore } from '#store/sqlite/run-store.ts';
import { systemClock } from '#platform/system/clock.ts';
import { systemHash } from '#platform/system/hash.ts';
import { createIds } from '#platform/system/ids.ts';
import { createTextLog } from '#platform/system/text-log.ts';
import type { CheckDeps, CheckInput } from '#check/check-repository.ts';
import { judgeBase } from '#check/judge-base.ts';
import { findRecorded, type RecordedDeps } from '#check/recorded-baselines.ts';
import type { CliContext } from '../context.ts';
import { inBaseRoom } from './base-room.ts';
import type { PreparedCheck } from './prepare.ts';
import { findInterpreters, findPrograms, pythonVariables } from './programs.ts';
import { createTestNode, projectPath } from './project-environment.ts';
import { createPythonPath } from './python-path.ts';

/** In a state file of its own, a repository needs no other name. */
export const thisRepository = 'local';

/** What a check needs of this machine. */
export function createCheckDeps(
  { env, asUser, stderr }: CliContext,
  prepared: PreparedCheck,
): CheckDeps {
  const { repository, sources, config } = prepared;
  const processes = createProcesses({ clock: systemClock, parentEnv: env, asUser });
  const scratch = createScratch({ asUser });
  const installed = createInstalled({ env });
  const cached = config.check.cache ? engineCacheFolder(env) : undefined;
  const deps: CheckDeps = {
    processes,
    scratch,
    folders,
    installed,
    ...(cached !== undefined && { cache: createRunCache(cached) }),
    clock: systemClock,
    ids: createIds({ clock: systemClock }),
    hash: systemHash,
    sources,
    history: createHistory({ processes, scratch }),
    log: createTextLog({ clock: systemClock, output: stderr }, { level: 'warn' }),
    recordedOf: async (commit) => {
      // Nothing is made only to find nothing in it.
      if (!existsSync(stateFile(repository))) return new Map();
      return withRecords(repository, (own) => findRecorded(own, thisRepository, commit));
    },
  };
  return {
    ...deps,
    judgeBase: async (input, { commit, engines }) => {
      // A folder that the change made was nowhere before.
      if ((await deps.history.treeOf(repository, commit)) === undefined) return [];
      return inBaseRoom(deps, { prepared, commit }, ({ copies, base }) => {
        stderr.write(
          `${[...engines].join(', ')}: looking whether ${commit.slice(0, 7)} has the same\n`,
        );
        const entries = base.entries.filter(({ engine }) => engines.has(engine));
        const runId = deps.ids.runId();
        return judgeBase({ ...deps, copies }, { ...base, entries, input, runId });
      });
    },
  };
}

function createRunCache(folder: string): CheckDeps['cache'] {
  const store = createEngineCache({ folder, clock: systemClock });
  return { store, contents: createContents(), hash: systemHash };
}

/** Opens the state file of a repository for as long as something is asked of it. */
export async function withRecords<Result>(
  repository: string,
  ask: (deps: RecordedDeps) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase({ path: stateFile(repository) });
  try {
    const runs = createSqliteRunStore({ database });
    await runs.init();
    const root = join(repository, '.ratchetr/artifacts');
    const artifacts = createFileArtifacts({ root });
    return await ask({ runs, artifacts, clock: systemClock });
  } finally {
    database.close();
  }
}

function stateFile(repository: string): string {
  return join(repository, '.ratchetr/state.db');
}

/** What is to be run, and how. */
export async function checkInput(
  context: CliContext,
  prepared: PreparedCheck,
): Promise<CheckInput> {
  const { repository, facts, sources, schedule, config, engines } = prepared;
  const { tools, timeouts, workers } = config;
  const ours = process.execPath;
  const processes = createProcesses({ clock: systemClock, parentEnv: context.env });
  const testNode = createTestNode({ processes, ours }, context);
  const places = { repository, facts, tools, bins: sources, node: ours, testNode };
  const pythonPath = createPythonPath(places);
  return {
    repository,
    facts,
    schedule,
    engines: new Map(engines.map((engine) => [engine.id, engine])),
    programOf: await findPrograms(places, schedule, engines),
    pythonOf: await findInterpreters(places, schedule),
    variablesOf: (root, folder) => ({
      ...pythonVariables(places, root),
      ...pythonPath(root, folder),
      ...projectPath(context, places, { root, folder }),
    }),
    timeoutOf: (id) => config.engines[id]?.timeout ?? timeouts.engine,
    parallel: workers.max,
    signal: context.signal,
    ref: config.check.base,
    baseline: config.baseline,
  };
}
