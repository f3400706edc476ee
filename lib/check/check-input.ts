import type { CheckServices, CheckInput } from './check-repository.ts';
import { withBaseCopies } from './base-copies.ts';
import { judgeBase } from './judge-base.ts';
import type { EngineHost, RunCache } from './needs/engine-host.ts';
import type { PreparedCheck } from './prepare/prepare-check.ts';
import { explainMissing } from './rules/repository/not-installed.ts';
import { runsTests } from './run-tool.ts';
import { createExclusion } from './rules/scope/excluded.ts';
import { findInterpreters, findPrograms, pythonVariables } from './programs/programs.ts';
import { findPinnedTools } from './programs/pinned-tools.ts';
import { askSystemPython } from './programs/system-python.ts';
import {
  cargoVariables,
  createTestNode,
  buildProjectPath,
  createInFolder,
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
          { ...deps, cache: deps.cache && withoutState(deps.cache), copies: base.copies },
          { ...base, entries, input, runId: deps.ids.runId() },
        );
      });
    },
  };
}

/** What tools keep belongs to the folder of the repository, and a copy is gone afterwards. */
function withoutState({ store, contents }: RunCache): RunCache {
  return { store, contents };
}

/** What is to be run, and how. */
export async function buildCheckInput(
  host: EngineHost,
  { repository, facts, schedule, config, configFile, engines, judging, installed }: PreparedCheck,
  signal: AbortSignal,
): Promise<CheckInput> {
  const { tools, timeouts, workers } = config;
  const { sources: bins, node } = host;
  const testNode = createTestNode(host, { repository, facts });
  const { toolchain } = host;
  const pinned = await findPinnedTools(
    { toolchain, bins, node: node.ours.path },
    schedule,
    engines,
  );
  const project = {
    repository: installed?.folder ?? repository,
    facts,
    tools,
    bins,
    node: node.ours.path,
    testNode,
    pinned,
  };
  const inRepository = { repository, facts };
  const system = await askSystemPython(host, inRepository, { ...schedule, engines });
  const inFolder = createInFolder(host, project);
  return {
    repository,
    installedIn: installed?.folder,
    environment: installed?.environment,
    facts,
    schedule,
    engines: new Map(engines.map((engine) => [engine.id, engine])),
    programOf: await findPrograms(project, schedule, engines),
    pythonOf: await findInterpreters(project, schedule, engines),
    machine: { repository, path: host.path, ...host.homes },
    inFolder,
    variablesOf: (root, folder) => ({
      ...pythonVariables(project, root, (path) => inFolder(path, folder)),
      ...buildProjectPath(host, project, { root, folder, inFolder }),
      ...cargoVariables(host, project, { root, folder }),
    }),
    timeoutOf: (id) => config.engines[id]?.timeout ?? timeouts.engine,
    isPinned: (id, root) => pinned.programOf(id, root) !== undefined,
    missingOf: ({ id, program, ...engine }, root) => {
      if (Object.hasOwn(tools, id) || pinned.programOf(id, root) !== undefined) return undefined;
      const wanted = { program, runsTests: runsTests(engine), configured: config.setup, system };
      return explainMissing(facts, root, wanted);
    },
    isExcluded: createExclusion(config.scope.exclude),
    parallel: workers.max,
    signal,
    ref: config.check.base,
    baseline: config.baseline,
    configFile,
    judging,
  };
}
