import { tableIn, textListIn, valueIn } from '#base/data.ts';
import { canonicalJson } from '#base/json.ts';
import { nameFirst } from '#base/words.ts';
import { readPyprojectTasks } from '../repository/commands/task-texts.ts';
import { normalizeName } from '../repository/requirement-lists.ts';
import { type AskedPackages, compareAsked } from './asked-packages.ts';
import { type EntryPoints, readEntryPoints } from './entry-points.ts';
import { type JudgingFacts, type JudgingReader, type JudgingRemark } from './judged-turn.ts';
import { shownName } from './package-changes.ts';
import { askedInLines, askingInPython } from './requirement-lines.ts';
import { allRunning, enginesThatTakeIn, preferRunning } from './who-is-milder.ts';

/** A pyproject.toml: what it asks for, from where, what runs when it is installed, and what is loaded into tools. */
export const readPyproject: JudgingReader = ({ before, after }, facts) => {
  const read = (text: string | undefined) => facts.parse('pyproject.toml', text ?? '');
  const now = read(after.text);
  if (now === undefined) {
    return [{ class: 'tool', sentence: 'It cannot be read.', milder: allRunning(facts.engines) }];
  }
  const sides: Sides = { old: read(before.text) ?? {}, now };
  if (!after.isThere) return [];
  return [
    ...compareAsked(readAsked(sides.old), readAsked(sides.now), askingInPython(facts)),
    ...readSources(sides, facts),
    ...readBuild(sides, facts),
    ...readEntryPoints(pyprojectEntries(sides.old), pyprojectEntries(sides.now), facts),
    ...readOwnName(sides, facts),
    ...readTasks(sides, facts),
  ];
};

interface Sides {
  readonly old: unknown;
  readonly now: unknown;
}

function readAsked(data: unknown): AskedPackages {
  const lists = [
    textListIn(data, 'project', 'dependencies'),
    textListIn(data, 'tool', 'uv', 'dev-dependencies'),
    ...['constraint-dependencies', 'override-dependencies'].map((key) =>
      textListIn(data, 'tool', 'uv', key),
    ),
    ...[
      tableIn(data, 'project', 'optional-dependencies'),
      tableIn(data, 'dependency-groups'),
      tableIn(data, 'tool', 'pdm', 'dev-dependencies'),
    ].flatMap((table) => Object.keys(table).map((key) => textListIn(table, key))),
  ];
  const poetry = tableIn(data, 'tool', 'poetry');
  const tables = [
    tableIn(poetry, 'dependencies'),
    tableIn(poetry, 'dev-dependencies'),
    ...Object.values(tableIn(poetry, 'group')).map((group) => tableIn(group, 'dependencies')),
  ];
  const named = tables.flatMap((table) =>
    Object.entries(table).map(
      ([name, asked]) =>
        [normalizeName(name), typeof asked === 'string' ? asked : canonicalJson(asked)] as const,
    ),
  );
  return new Map([...lists.flatMap((lines) => [...askedInLines(lines)]), ...named]);
}

const sourceTables: readonly (readonly string[])[] = [
  ['tool', 'uv', 'sources'],
  ['tool', 'uv', 'index'],
  ['tool', 'uv', 'index-url'],
  ['tool', 'uv', 'extra-index-url'],
  ['tool', 'uv', 'find-links'],
  ['tool', 'uv', 'override-dependencies'],
  ['tool', 'uv', 'workspace'],
  ['tool', 'poetry', 'source'],
  ['tool', 'pdm', 'source'],
  ['tool', 'pdm', 'resolution'],
  ['tool', 'pip'],
];

function changedTables({ old, now }: Sides, tables: typeof sourceTables): readonly string[] {
  return tables
    .filter(
      (keys) =>
        canonicalJson(valueIn(old, ...keys) ?? null) !==
        canonicalJson(valueIn(now, ...keys) ?? null),
    )
    .map((keys) => keys.join('.'));
}

function readSources(sides: Sides, { engines }: JudgingFacts): readonly JudgingRemark[] {
  const tables = changedTables(sides, sourceTables);
  if (tables.length === 0) return [];
  const sentence = `From where packages are taken is changed in ${tables.join(', ')}.`;
  const named = Object.keys(tableIn(sides.now, 'tool', 'uv', 'sources'));
  const tools = engines.filter((one) => one.tools.some((tool) => named.includes(tool)));
  const readers = [...tools, ...enginesThatTakeIn(engines, 'python')];
  return [{ class: 'tool', sentence, milder: preferRunning(readers) }];
}

const buildTables: readonly (readonly string[])[] = [
  ['build-system'],
  ['tool', 'hatch', 'build', 'hooks'],
  ['tool', 'hatch', 'metadata', 'hooks'],
  ['tool', 'poetry', 'build'],
  ['tool', 'pdm', 'build'],
  ['tool', 'setuptools', 'cmdclass'],
];

function readBuild(sides: Sides, { engines }: JudgingFacts): readonly JudgingRemark[] {
  const tables = changedTables(sides, buildTables);
  if (tables.length === 0) return [];
  const sentence = `Other code runs when it is installed: ${tables.join(', ')}.`;
  return [{ class: 'hook', sentence, milder: allRunning(engines) }];
}

/** Groups of entry points; programs are one of them. */
function pyprojectEntries(data: unknown): EntryPoints {
  return {
    ...tableIn(data, 'project', 'entry-points'),
    ...tableIn(data, 'tool', 'poetry', 'plugins'),
    console_scripts: {
      ...tableIn(data, 'project', 'scripts'),
      ...tableIn(data, 'tool', 'poetry', 'scripts'),
    },
  };
}

/** A project that has the name of a tool is installed in its place. */
function readOwnName(
  { old, now }: Sides,
  { engines, dependencies }: JudgingFacts,
): readonly JudgingRemark[] {
  const name = projectNameIn(now);
  if (typeof name !== 'string' || projectNameIn(old) === name) return [];
  const tools = engines.filter((one) => one.tools.includes(normalizeName(name)));
  if (tools.length === 0 && !dependencies.has(normalizeName(name))) return [];
  const readers = tools.length > 0 ? tools : enginesThatTakeIn(engines, 'python');
  const sentence = `It is a project of the repository called ${shownName(name)}, as one that is installed.`;
  return [{ class: 'tool', sentence, milder: preferRunning(readers) }];
}

function readTasks({ old, now }: Sides, { engines }: JudgingFacts): readonly JudgingRemark[] {
  const [before, after] = [taskTextsIn(old), taskTextsIn(now)];
  const names = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  );
  const started = names.flatMap((name) => {
    const words = `${before.get(name) ?? ''} ${after.get(name) ?? ''}`.split(/[^\w.-]+/);
    return engines.filter(({ tools }) => tools.some((tool) => words.includes(tool)));
  });
  if (started.length === 0) return [];
  const sentence = `Tools are started otherwise by its tasks: ${nameFirst(names.map(shownName), 4)}.`;
  return [{ class: 'configuration', sentence, milder: preferRunning(started) }];
}

function projectNameIn(data: unknown): unknown {
  return valueIn(data, 'project', 'name') ?? valueIn(data, 'tool', 'poetry', 'name');
}

function taskTextsIn(data: unknown): ReadonlyMap<string, string> {
  return new Map(readPyprojectTasks(data).map(({ name, run }) => [name, [run].flat().join(' ')]));
}
