import type { LoadedConfig } from '#config/load.ts';
import type { PlanProblem } from '#model/engine-plan.ts';
import type { Severity } from '#model/finding.ts';
import type { RepositoryFacts } from '../rules/repository/facts.ts';
import type { Detection } from '../rules/repository/evidence.ts';
import {
  detectByCommand,
  findGivenStart,
  isGivenArgument,
} from '../rules/repository/commands/given-start.ts';
import { findRoots, isBelow } from '../rules/repository/roots.ts';
import { narrowScope } from '../rules/scope/changed-scope.ts';
import { createExclusion, listExcluded } from '../rules/scope/excluded.ts';
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
  /** The repository configures it, and leaves it to editors, hooks or environments of their own. */
  readonly leftAlone?: true;
  /** Nothing in the repository shows it. */
  readonly noSign?: true;
  /** Only what differs was asked for, and nothing of its files does. */
  readonly unchanged?: true;
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
    engines,
    facts,
    request,
    roots,
    tools,
    excluded: listExcluded(facts.files, createExclusion(settings.config.scope.exclude)),
    asked: readEngineRequests(settings),
  };
  const chosen = engines.filter(({ id }) => request.only.length === 0 || request.only.includes(id));
  const plans = planInTurn(chosen, planning);
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
  readonly engines: readonly Engine[];
  readonly facts: RepositoryFacts;
  readonly request: PlanRequest;
  /** What the command line requests of engines beside their settings. */
  readonly asked: NonNullable<PlanInput['commandLine']['engines']>;
  readonly roots: readonly string[];
  readonly tools: LoadedConfig['config']['tools'];
  /** Engines that were planned before. */
  readonly running?: ReadonlySet<string>;
  /** What `scope.exclude` leaves out. */
  readonly excluded: readonly string[];
}

interface EngineRuns {
  readonly planned: readonly PlannedEngine[];
  /** Why nothing of it runs; at most one. */
  readonly absent: readonly AbsentEngine[];
}

/** Those that leave something to others come after them. */
function planInTurn(engines: readonly Engine[], planning: Planning): readonly EngineRuns[] {
  const running = new Set<string>();
  const inTurn = engines.toSorted(
    (one, other) => Number(one.plannedLast === true) - Number(other.plannedLast === true),
  );
  return inTurn.map((engine) => {
    const plans = planEngineInRoots(engine, { ...planning, running });
    if (plans.planned.length > 0) running.add(engine.id);
    return plans;
  });
}

function planEngineInRoots(engine: Engine, planning: Planning): EngineRuns {
  const { id, nested } = engine;
  const { request, roots, environment, config } = planning;
  const wanted = chooseRoots(
    { engine: id, nested, asked: request.only.includes(id), environment, config },
    roots.map((root) => detectUnlessLeft(engine, root, planning)),
  );
  if (wanted.kind === 'left-alone') {
    const { kind: _, ...why } = wanted;
    return { planned: [], absent: [{ engine: id, ...why }] };
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
    absent: explainIdle(request.mode, planned).map((why) => ({ engine: id, ...why })),
  };
}

/** What people chose is started as they chose, be it there or not. */
function detectUnlessLeft(
  engine: Engine,
  root: string,
  { facts, request, environment, config, tools, engines }: Planning,
): Detection {
  const { id } = engine;
  const found = withinProjects(detectShown(engine, root, facts), facts, root);
  const isChosen =
    request.only.includes(id) ||
    Object.hasOwn(tools, id) ||
    [environment, config].some((settings) => ownEntry(settings.engines, id) !== undefined);
  if (isChosen || found.kind === 'absent') return found;
  const runner = engines.find(({ id: other }) => other === engine.joins?.engine);
  const run = runner?.detect(facts, found.at);
  // What measures tests has nothing to measure where that runner has none.
  if (run?.kind === 'absent') return { ...run, because: `${found.because}, but ${run.because}` };
  return unlessLeftToOthers(engine, facts, found);
}

function detectShown(
  { detect, startedBy }: Engine,
  root: string,
  facts: RepositoryFacts,
): Detection {
  const found = detect(facts, root);
  if (found.kind === 'present' || found.noSign !== true || startedBy === undefined) return found;
  return detectByCommand(facts, root, startedBy) ?? found;
}

/** undefined: the project makes warnings fail by an argument that the tool is not given here. */
function findLeastFailing(
  id: string,
  { from, strictBy }: NonNullable<Engine['fails']>,
  { facts, args }: { readonly facts: RepositoryFacts; readonly args: readonly string[] },
): Severity | undefined {
  if (args.some((one) => strictBy.test(one))) return 'low';
  return isGivenArgument(facts, { tool: id }, strictBy) ? undefined : from;
}

/** A configuration that projects share lies above them; where people chose the projects, nothing runs there. */
function withinProjects(found: Detection, { projects }: RepositoryFacts, root: string): Detection {
  if (found.kind === 'absent' || projects === undefined || projects.includes(found.at))
    return found;
  return { ...found, at: root };
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
  { facts, excluded, running = new Set() }: Planning,
): Pick<PlanInput, 'executes' | 'native' | 'leaveOut' | 'given' | 'isWhole' | 'failsFrom'> {
  const { native, startedBy, fails, loads } = engine;
  const selects = native?.(facts, { root, config: null })['selects'] === true;
  const given = startedBy && findGivenStart(facts, root, startedBy);
  return {
    isWhole: engine.scope === 'whole-program',
    ...(fails && { failsFrom: (args) => findLeastFailing(engine.id, fails, { facts, args }) }),
    // A command with paths is about other files than those that the configuration of the tool selects.
    ...(given && !(selects && given.paths.length > 0) && { given }),
    ...(native && { native: (config: string | null) => native(facts, { root, config, running }) }),
    executes: (config, args) => [
      ...listOwnTool(engine, facts),
      ...(typeof loads === 'object' ? loads.named(facts, { root, config, args }) : []),
    ],
    leaveOut: listLeftOut(engine, { facts, root, inner, excluded }),
  };
}

/** Who works on a tool judges it by itself, as it is in the repository. */
function listOwnTool(
  { loads, program }: Engine,
  { editableModules }: RepositoryFacts,
): readonly string[] {
  const isOwn = program.kind === 'python-module' && editableModules?.has(program.module) === true;
  return loads !== 'everything' && isOwn ? [`its own module ${program.module}`] : [];
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
function explainIdle(
  mode: RequestedMode,
  planned: readonly PlannedEngine[],
): readonly Omit<AbsentEngine, 'engine'>[] {
  const asked = planned.flatMap(({ current, target }) =>
    mode === 'both' ? [current, target] : [mode === 'current' ? current : target],
  );
  const idle = asked.flatMap((one) => (one.kind === 'idle' ? [one] : []));
  if (idle.length < asked.length) return [];
  const because = [...new Set(idle.map((one) => one.because))].join('; ');
  return [{ because, ...(idle.some((one) => one.unchanged === true) && { unchanged: true }) }];
}
