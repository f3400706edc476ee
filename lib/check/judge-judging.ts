import type { JudgingReport } from '#model/judging.ts';
import { followConfigs, longestConfig } from './follow-configs.ts';
import type { ToolRunner } from './needs/engine-host.ts';
import type { RepositoryReader } from './needs/repository.ts';
import type { Base } from './read-base.ts';
import { toReadingEngine } from './reading-engines.ts';
import { listTurnedPaths, readTurns } from './read-turns.ts';
import type { FileTurn } from './rules/configuration/changed-configuration.ts';
import { configNameTest, ownConfigNames } from './rules/configuration/config-names.ts';
import { configsOfPlan, setUpsOf } from './rules/configuration/named-config.ts';
import { findJudgingChanges, mayJudge } from './rules/judging/find-judging-changes.ts';
import type { JudgingFacts, ReadingEngine } from './rules/judging/judged-turn.ts';
import { applyJudgingPolicy, type JudgingSettings } from './rules/judging/judging-policy.ts';
import type { RepositoryFacts } from './rules/repository/facts.ts';
import type { RunEnginesInput } from './run-engines.ts';
import { toolModules } from './tool-modules.ts';

/** What is done about changes to how the code is judged: as the base says, where nothing stronger does. */
export interface JudgingInput {
  readonly settings: JudgingSettings;
  /** Absent: the settings are those of the base, or stronger than it. */
  readonly atBase?: {
    readonly path: string;
    /** undefined: they cannot be read. */
    readonly read: (text: string | undefined) => JudgingSettings | undefined;
  };
}

export interface ToJudge extends RunEnginesInput {
  readonly facts: RepositoryFacts;
  readonly base: Base;
  readonly judging?: JudgingInput;
}

interface JudgingServices extends ToolRunner {
  readonly sources: RepositoryReader;
}

/** Finds everything that differs from the base by which it is decided how the code is judged. */
export async function judgeJudging(deps: JudgingServices, input: ToJudge): Promise<JudgingReport> {
  const { base, judging } = input;
  if (base.commit === null || judging === undefined) return unchanged;
  const running = new Set(input.schedule.entries.map(({ engine }) => engine));
  const engines = [...input.engines.values()].map((one) => toReadingEngine(one, running));
  const paths = listTurnedPaths(input);
  if (paths.length === 0) return unchanged;
  const named = await findNamed(deps.sources, input, engines);
  const turns = await readTurns(
    deps.sources,
    input,
    paths.filter((path) => mayJudge(path, { ...named, engines })),
  );
  const facts: JudgingFacts = {
    ...named,
    engines,
    parse: (path, text) => deps.sources.parseManifest(path, text),
    ...listPaths(input, turns),
    dependencies: listDependencies(input.facts),
    modules: turns.some(isNewModule) ? await toolModules(deps, input) : new Set(),
  };
  const { settings, atBase } = judging;
  const ofBase = atBase && atBase.read(await base.readFile(atBase.path));
  return applyJudgingPolicy(findJudgingChanges(turns, facts), ofBase ?? settings);
}

const unchanged: JudgingReport = { standing: 'unchanged', changes: [] };

function isNewModule({ path, before, after }: FileTurn): boolean {
  return !before.isThere && after.isThere && path.endsWith('.py');
}

type Named = Pick<JudgingFacts, 'named' | 'setUps'>;

/** What configurations name on either side. */
async function findNamed(
  sources: RepositoryReader,
  { repository, facts, base, schedule }: ToJudge,
  engines: readonly ReadingEngine[],
): Promise<Named> {
  const { deleted, changed } = base.changes;
  const given = new Set(schedule.entries.flatMap(({ plan }) => configsOfPlan(plan, repository)));
  const now = (path: string) => sources.readText(`${repository}/${path}`, longestConfig);
  const before = (path: string) =>
    deleted.has(path) || changed.has(path) ? base.readFile(path) : now(path);
  const there = [...facts.files];
  const was = [...there, ...deleted, ...base.changes.renames.keys()];
  const setUps = new Set<string>();
  const noting = (read: typeof now) => async (path: string) => {
    const text = await read(path);
    if (isOfTests(path)) for (const one of setUpsOf(path, text ?? '')) setUps.add(one);
    return text;
  };
  const named = await Promise.all([
    followConfigs({ named: given, paths: there, engines, textOf: noting(now) }),
    followConfigs({ named: given, paths: was, engines, textOf: noting(before) }),
  ]);
  return { named: new Set(named.flatMap((one) => [...one])), setUps };
}

/** Configurations in which runners of tests are told what to run before them. */
const isOfTests = configNameTest([
  ...ownConfigNames,
  'package.json',
  'pyproject.toml',
  'setup.cfg',
  'tox.ini',
  'conftest.py',
  'vite.config.*',
  '.mocharc*',
  'mocha.opts',
]);

function listPaths(
  { facts, base }: ToJudge,
  turns: readonly FileTurn[],
): Pick<JudgingFacts, 'pathsAfter' | 'pathsBefore'> {
  const { renames, deleted } = base.changes;
  const isNew = new Set(turns.filter(({ before }) => !before.isThere).map(({ path }) => path));
  const kept = [...facts.files].filter((path) => !isNew.has(path));
  return {
    pathsAfter: facts.files,
    pathsBefore: new Set([...kept, ...deleted, ...renames.keys()]),
  };
}

function listDependencies({ packages, nodePackages }: RepositoryFacts): ReadonlySet<string> {
  const all = [...(packages?.values() ?? []), ...(nodePackages?.values() ?? [])];
  return new Set(all.flatMap((names) => [...names]));
}
