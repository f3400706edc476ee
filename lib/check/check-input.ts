import type { CheckServices, CheckInput } from './check-repository.ts';
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

/** The services of a check on this machine; the settings decide about the cache, and the base is judged only when needed. */
export function buildCheckDeps(
  { cache, ...services }: EngineHost,
  prepared: PreparedCheck,
  recordedOf: CheckServices['recordedOf'],
): CheckServices {
  const deps: CheckServices = {
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
          `${[...engines].join(', ')}: running on ${commit.slice(0, 7)} too, to compare`,
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
  const project = { repository, facts, tools, bins, node: node.ours, testNode };
  const pythonPath = createPythonPath(host.installed, project);
  return {
    repository,
    facts,
    schedule,
    engines: new Map(engines.map((engine) => [engine.id, engine])),
    programOf: await findPrograms(project, schedule, engines),
    pythonOf: await findInterpreters(project, schedule),
    variablesOf: (root, folder) => ({
      ...pythonVariables(project, root),
      ...pythonPath(root, folder),
      ...buildProjectPath(host, project, { root, folder }),
    }),
    timeoutOf: (id) => config.engines[id]?.timeout ?? timeouts.engine,
    parallel: workers.max,
    signal,
    ref: config.check.base,
    baseline: config.baseline,
  };
}
