import { readConfigContent, sameConfig, splitWords } from './config-content.ts';
import {
  alwaysConfigures,
  configNameTest,
  configuresMoreThanEngines,
  isCodeOfTests,
} from './config-files.ts';
import { type DiffEntry, isFileAfterwards } from './diff.ts';
import { isMergeOfSides } from './merged-config.ts';
import { rejectPath } from './rejection.ts';
import type { Rejection } from './rejection.ts';
import type { ConfigFacts, DiffRules, EngineRules } from './rules.ts';

/** The rules by which an agent is judged are not the agent's to change. */
export function judgeConfiguration(
  diff: readonly DiffEntry[],
  { engines, request, configuration }: DiffRules,
): readonly Rejection[] {
  if (request.permits.includes('configuration')) return [];
  return changedConfigPaths(diff, engines, configuration).map((path) =>
    rejectPath(
      'CONFIG_CHANGED',
      path,
      (shown) =>
        `${shown} says how the code is judged, and only a person may change that; leave it as it was and repair the cause, or end with the status "blocked" if nothing else helps.`,
    ),
  );
}

/** The files that say something else, or for the first time, of how an engine judges. */
export function changedConfigPaths(
  diff: readonly DiffEntry[],
  engines: readonly EngineRules[],
  facts: ConfigFacts,
): readonly string[] {
  const concernedBy = enginesConfiguredBy(engines, facts);
  const changed = diff.flatMap((entry) =>
    sidesByPath(entry).filter((turn) => {
      const concerned = concernedBy(turn.path);
      return concerned !== undefined && !saysTheSame(turn, sectionsOf(concerned), facts);
    }),
  );
  return [...new Set(changed.map(({ path }) => path))].toSorted();
}

/** Which engines a path configures; undefined: none, and nothing else that judges. */
function enginesConfiguredBy(
  engines: readonly EngineRules[],
  { running, named }: ConfigFacts,
): (path: string) => readonly EngineRules[] | undefined {
  const tests = engines.map((engine) => ({ engine, hasName: configNameTest(engine.configNames) }));
  return (path) => {
    if (named.has(path)) return engines;
    if (isCodeOfTests(path)) return undefined;
    const isDoubtful = configuresMoreThanEngines(path);
    const concerned = tests
      .filter(({ engine, hasName }) => hasName(path) && (!isDoubtful || running.has(engine.id)))
      .map(({ engine }) => engine);
    return concerned.length > 0 || alwaysConfigures(path) ? concerned : undefined;
  };
}

/** An engine that names no table of its own may have one that is called as it is. */
function sectionsOf(engines: readonly EngineRules[]): readonly string[] {
  return engines.flatMap(({ id, sections }) => (sections.length > 0 ? sections : [id]));
}

interface Side {
  readonly isThere: boolean;
  /** Undefined though it is there: it cannot be read. */
  readonly text: string | undefined;
}

interface Turn {
  readonly path: string;
  readonly before: Side;
  readonly after: Side;
}

const absent: Side = { isThere: false, text: undefined };

/** What became of each path: a file that was moved is gone from one and new at the other. */
function sidesByPath(entry: DiffEntry): readonly Turn[] {
  const { path, oldPath = path, oldText, newText, oldMode, newMode } = entry;
  const before = { isThere: oldMode !== null, text: oldMode === '120000' ? undefined : oldText };
  const after = { isThere: newMode !== null, text: isFileAfterwards(entry) ? newText : undefined };
  if (oldPath === path) return [{ path, before, after }];
  return [
    { path: oldPath, before, after: absent },
    { path, before: absent, after },
  ];
}

function saysTheSame(
  { path, before, after }: Turn,
  sections: readonly string[],
  { parse }: ConfigFacts,
): boolean {
  if ((before.isThere && before.text === undefined) || (after.isThere && after.text === undefined))
    return false;
  const read = (text: string | undefined) => readConfigContent(path, text, { sections, parse });
  const known = read(before.text);
  if (isMergeOfSides({ before: before.text, after: after.text }, read)) return true;
  // What could not be read was in force nowhere: with all of its words it is only repaired.
  if (known.kind === 'broken') return sameWords(known.text, after.text ?? '');
  return sameConfig(known, read(after.text));
}

function sameWords(before: string, after: string): boolean {
  return splitWords(before).join(' ') === splitWords(after).join(' ');
}
