import type { CheckDeps, CheckInput } from './check-repository.ts';
import { withBaseCopies } from './base-copies.ts';
import { judgeBase } from './judge-base.ts';
import type { EngineHost } from './needs/engine-host.ts';
import type { PreparedCheck } from './prepare/prepare-check.ts';
import { findInterpreters, findPrograms, pythonVariables } from './programs/programs.ts';
import {
  createTestNode,
  buildProjectPath,
  createPythonPath,
} from './programs/project-environment.ts';

/** What a check works with on this machine: its services, as far as the settings want them, and the base if need be. */
export function buildCheckDeps(
  { cache, ...services }: EngineHost,
  prepared: PreparedCheck,
  recordedOf: CheckDeps['recordedOf'],
): CheckDeps {
  const deps: CheckDeps = {
    ...services,
    ...(prepared.config.check.cache && cache !== undefined && { cache }),
    recordedOf,
  };
  return {
    ...deps,
    judgeBase: async (input, { commit, engines }) => {
      // A folder that the change made was nowhere before.
      if ((await deps.history.treeOf(prepared.repository, commit)) === undefined) return [];
      return withBaseCopies(services, { prepared, commit }, (base) => {
        services.tell(
          `${[...engines].join(', ')}: looking whether ${commit.slice(0, 7)} has the same`,
        );
        const entries = base.entries.filter(({ engine }) => engines.has(engine));
        return judgeBase(
          { ...deps, copies: base.copies },
          { ...base, entries, input, runId: deps.ids.runId() },
        );
      });
    },
  };
}

/** What is to be run, and how. */
export async function buildCheckInput(
  host: EngineHost,
  { repository, facts, schedule, config, engines }: PreparedCheck,
  signal: AbortSignal,
): Promise<CheckInput> {
  const { tools, timeouts, workers } = config;
  const { sources: bins, node } = host;
  const testNode = createTestNode(node);
  const places = { repository, facts, tools, bins, node: node.ours, testNode };
  const pythonPath = createPythonPath(host.installed, places);
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
      ...buildProjectPath(host, places, { root, folder }),
    }),
    timeoutOf: (id) => config.engines[id]?.timeout ?? timeouts.engine,
    parallel: workers.max,
    signal,
    ref: config.check.base,
    baseline: config.baseline,
  };
}
