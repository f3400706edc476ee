import { compareText } from '#base/order.ts';
import { isMergeOfSides } from './merged-config.ts';
import { readConfigContent, sameConfig, splitWords } from './config-content.ts';
import {
  alwaysConfigures,
  configNameTest,
  configuresMoreThanEngines,
  isCodeOfTests,
} from './config-names.ts';

/** A file as it is on one side of a change. */
export interface FileSide {
  readonly isThere: boolean;
  /** Undefined though it is there: it cannot be read. */
  readonly text: string | undefined;
}

/** One path on both sides of a change: a file that was moved is gone from one and new at the other. */
export interface FileTurn {
  readonly path: string;
  readonly before: FileSide;
  readonly after: FileSide;
}

/** What tells the configuration of engines from other files. */
export interface ConfigFacts {
  /** The data of a TOML or JSON file, by its name; undefined: it cannot be read. */
  readonly parse: (path: string, text: string) => unknown;
  /** Ids of the engines that judge here. */
  readonly running: ReadonlySet<string>;
  /** Paths that configure whatever they are called, for a setting or a configuration names them. */
  readonly named: ReadonlySet<string>;
}

/** What of an engine says which files are its configuration. */
export interface ConfiguredEngine {
  readonly id: string;
  readonly configNames: readonly string[];
  /** Where files that many tools share speak of it. */
  readonly sections: readonly string[];
}

/** The files that say something else, or for the first time, of how an engine judges, each with the engines that read it. */
export function changedConfigurations(
  changed: readonly FileTurn[],
  engines: readonly ConfiguredEngine[],
  facts: ConfigFacts,
): ReadonlyMap<string, readonly ConfiguredEngine[]> {
  const concernedBy = enginesConfiguredBy(engines, facts);
  const found = changed.flatMap((file) => {
    const concerned = concernedBy(file.path);
    if (concerned === undefined || saysTheSame(file, sectionsOf(concerned), facts)) return [];
    return [[file.path, concerned] as const];
  });
  return new Map(found.toSorted(([one], [other]) => compareText(one, other)));
}

/** Which engines a path configures; undefined: none, and nothing else that judges. */
function enginesConfiguredBy(
  engines: readonly ConfiguredEngine[],
  { running, named }: ConfigFacts,
): (path: string) => readonly ConfiguredEngine[] | undefined {
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
function sectionsOf(engines: readonly ConfiguredEngine[]): readonly string[] {
  return engines.flatMap(({ id, sections }) => (sections.length > 0 ? sections : [id]));
}

function saysTheSame(
  { path, before, after }: FileTurn,
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
