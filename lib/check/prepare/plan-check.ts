import type { LoadedConfig } from '#config/load.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import type { RepositoryFacts } from '../rules/repository/facts.ts';
import type { Detection } from '../rules/repository/evidence.ts';
import { findRoots, isBelow } from '../rules/repository/roots.ts';
import { narrowScope } from '../rules/scope/changed-scope.ts';
import { listLeftOut } from '../rules/scope/left-out.ts';
import { planEngine, type PlanInput } from '../rules/scope/plan-engine.ts';
import {
  type PlannedEngine,
  type RequestedMode,
  type Schedule,
  scheduleEngines,
} from '../rules/scope/schedule.ts';
import { ownEntry } from '../rules/scope/settings.ts';
import { unlessLeftToOthers } from '../rules/scope/left-to-others.ts';
import { chooseRoots } from '../rules/scope/wanted-roots.ts';
import type { Engine } from '#engines/contract.ts';
import { readEngineRequests, separateSettings, findUnknownEngines } from './planning-settings.ts';

interface PlanRequest {
  readonly paths: readonly string[];
  readonly mode: RequestedMode;
  /** Only these; empty: those that recognise the repository or are switched on. */
  readonly only: readonly string[];
  /** Absolute path of the repository. */
  readonly repository: string;
  /** Current is what differs: files that are new, have other content or are gone, relative to the repository. */
  readonly changed?: readonly string[] | undefined;
}

export interface PlannedCheck {
  readonly schedule: Schedule;
  /** Engines that are left alone, and why. */
  readonly absent: readonly AbsentEngine[];
}

interface AbsentEngine {
  readonly engine: string;
  readonly because: string;
  /** The repository configures it, and keeps it where it cannot be started from. */
  readonly notInstalled?: true;
}

interface KnownEngines {
  readonly facts: RepositoryFacts;
  readonly engines: readonly Engine[];
  /** Engines that are configured and cannot be made. */
  readonly problems: readonly PlanProblem[];
}

/** Plans every engine that has to do with this repository, in each of its roots. */
export function planCheck(
  settings: LoadedConfig,
  { facts, engines, problems }: KnownEngines,
  request: PlanRequest,
): PlannedCheck {
  const sources = separateSettings(settings);
  // What cannot be made is known all the same, and has a problem of its own.
  const known = [...engines.map(({ id }) => id), ...problems.map(({ engine }) => engine)];
  const roots = findRoots(facts);
  const { tools } = settings.config;
  const planning: Planning = {
    ...sources,
    known,
    facts,
    request,
    roots,
    tools,
    asked: readEngineRequests(settings),
  };
  const chosen = engines.filter(({ id }) => request.only.length === 0 || request.only.includes(id));
  const plans = chosen.map((engine) => planEngineInRoots(engine, planning));
  const planned = plans.flatMap((one) => one.planned);
  const wholeProgram = new Set(
    engines.filter(({ scope }) => scope === 'whole-program').map(({ id }) => id),
  );
  const scheduled = scheduleEngines(request.mode, planned, { wholeProgram });
  const wrong = problems.filter(
    ({ engine }) => request.only.length === 0 || request.only.includes(engine),
  );
  return {
    schedule: {
      ...scheduled,
      problems: [...findUnknownEngines(settings, known), ...wrong, ...scheduled.problems],
    },
    absent: plans.flatMap(({ absent }) => absent),
  };
}

interface Planning extends ReturnType<typeof separateSettings> {
  readonly known: readonly string[];
  readonly facts: RepositoryFacts;
  readonly request: PlanRequest;
  /** What the command line requests of engines beside their settings. */
  readonly asked: NonNullable<PlanInput['commandLine']['engines']>;
  readonly roots: readonly string[];
  readonly tools: LoadedConfig['config']['tools'];
}

interface EngineRuns {
  readonly planned: readonly PlannedEngine[];
  /** Why nothing of it runs; at most one. */
  readonly absent: readonly AbsentEngine[];
}

function planEngineInRoots(engine: Engine, planning: Planning): EngineRuns {
  const { id, nested } = engine;
  const { request, roots, environment, config } = planning;
  const wanted = chooseRoots(
    { engine: id, nested, asked: request.only.includes(id), environment, config },
    roots.map((root) => detectUnlessLeft(engine, root, planning)),
  );
  if (wanted.kind === 'left-alone') {
    const { because, notInstalled } = wanted;
    return {
      planned: [],
      absent: [{ engine: id, because, ...(notInstalled && { notInstalled }) }],
    };
  }
  const planned = wanted.roots.map((root) => {
    const inner = wanted.roots.filter((other) => isBelow(other, root));
    return planBothModes({
      ...planInputFor(id, root, planning),
      ...planOwnWays(engine, { root, inner }, planning),
      inner,
      ...narrowToChanges(engine, inner, planning),
    });
  });
  return {
    planned,
    absent: explainIdle(request.mode, planned).map((because) => ({ engine: id, because })),
  };
}

/** What people chose is started as they chose, be it there or not. */
function detectUnlessLeft(
  engine: Engine,
  root: string,
  { facts, request, environment, config, tools }: Planning,
): Detection {
  const { id } = engine;
  const found = engine.detect(facts, root);
  const isChosen =
    request.only.includes(id) ||
    Object.hasOwn(tools, id) ||
    [environment, config].some(({ engines }) => ownEntry(engines, id) !== undefined);
  return isChosen ? found : unlessLeftToOthers(engine, facts, found);
}

function planInputFor(engine: string, root: string, planning: Planning): Omit<PlanInput, 'mode'> {
  const { known, request, environment, config, asked } = planning;
  const { repository, paths } = request;
  const commandLine = { paths, engines: asked };
  return { engine, root, known, repository, commandLine, environment, config };
}

function planOwnWays(
  engine: Engine,
  { root, inner }: { readonly root: string; readonly inner: readonly string[] },
  { facts }: Planning,
): Pick<PlanInput, 'native' | 'leaveOut'> {
  const { native } = engine;
  return {
    ...(native && { native: (config: string | null) => native(facts, { root, config }) }),
    leaveOut: listLeftOut(engine, { facts, root, inner }),
  };
}

function planBothModes(input: Omit<PlanInput, 'mode'>): PlannedEngine {
  return {
    current: planEngine({ ...input, mode: 'current' }),
    target: planEngine({ ...input, mode: 'target' }),
  };
}

function narrowToChanges(
  engine: Engine,
  inner: readonly string[],
  { facts: { files }, request: { changed } }: Planning,
): Pick<PlanInput, 'changed'> {
  if (changed === undefined) return {};
  return { changed: (root, scope) => narrowScope(engine, { root, scope, inner, changed, files }) };
}

/** Why none of its roots has anything to do, where that is so. */
function explainIdle(mode: RequestedMode, planned: readonly PlannedEngine[]): readonly string[] {
  const asked = planned.flatMap(({ current, target }) =>
    mode === 'both' ? [current, target] : [mode === 'current' ? current : target],
  );
  const reasons = asked.flatMap((one) => (one.kind === 'idle' ? [one.because] : []));
  return reasons.length === asked.length ? [[...new Set(reasons)].join('; ')] : [];
}
