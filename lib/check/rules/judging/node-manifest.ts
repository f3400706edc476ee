import { tableIn, valueIn } from '#base/data.ts';
import { canonicalJson } from '#base/json.ts';
import { nameFirst } from '#base/words.ts';
import { type AskedPackages, compareAsked } from './asked-packages.ts';
import { commitHookKeys } from './executing-parts.ts';
import {
  type JudgingFacts,
  type JudgingReader,
  type JudgingRemark,
  turnWord,
} from './judged-turn.ts';
import { shownName } from './package-changes.ts';
import {
  allRunning,
  enginesOfPackage,
  enginesThatTakeIn,
  preferRunning,
  runningTests,
} from './who-is-milder.ts';

/** A package.json: what it asks for, from where, and what it has run. Of its layout nothing is told. */
export const readNodeManifest: JudgingReader = (turn, facts) => {
  const { before, after } = turn;
  const read = (text: string | undefined) => facts.parse('package.json', text ?? '{}');
  const [old, now] = [read(before.text), read(after.text)];
  if (now === undefined || (after.isThere && after.text === undefined)) {
    const milder = allRunning(facts.engines);
    return [{ class: 'tool', sentence: 'It cannot be read.', milder }];
  }
  const sides: Sides = { old: old ?? {}, now };
  // What a package that is gone had asked for is nothing that judges.
  if (turnWord(turn) === 'removed') return readRemoved(sides, facts);
  return [
    ...compareAsked(readAsked(sides.old), readAsked(sides.now), {
      engines: facts.engines,
      language: 'node',
      isOwn: (asked) => asked.startsWith('workspace:'),
      isElsewhere: (asked) => elsewhere.test(asked),
    }),
    ...readRedirections(sides, facts),
    ...readOwnName(sides, facts),
    ...readPrograms(sides, facts),
    ...readScripts(sides, facts),
    ...readRuntime(sides, facts),
    ...readCommitHooks(sides),
  ];
};

interface Sides {
  readonly old: unknown;
  readonly now: unknown;
}

function readRemoved(sides: Sides, facts: JudgingFacts): readonly JudgingRemark[] {
  return readScripts({ old: sides.old, now: {} }, facts);
}

const elsewhere =
  /^(?:file|link|portal|patch|exec|git|git\+\w+|https?|github|gitlab|bitbucket|gist|workspace|npm|jsr|catalog):|^[\w.-]+\/[\w.-]+(?:#|$)|^\.{0,2}\/|^~\//;

function readAsked(data: unknown): AskedPackages {
  const tables = ['dependencies', 'devDependencies', 'optionalDependencies'];
  const entries = tables.flatMap((name) => Object.entries(tableIn(data, name)));
  return new Map(
    entries.map(([name, asked]) => [
      name,
      typeof asked === 'string' ? asked : JSON.stringify(asked),
    ]),
  );
}

const redirecting: readonly (readonly string[])[] = [
  ['overrides'],
  ['resolutions'],
  ['pnpm', 'overrides'],
  ['pnpm', 'patchedDependencies'],
  ['pnpm', 'packageExtensions'],
  ['pnpm', 'onlyBuiltDependencies'],
  ['dependenciesMeta'],
  ['workspaces'],
  ['trustedDependencies'],
  ['patchedDependencies'],
];

function differs({ old, now }: Sides, ...keys: readonly string[]): boolean {
  return (
    canonicalJson(valueIn(old, ...keys) ?? null) !== canonicalJson(valueIn(now, ...keys) ?? null)
  );
}

function readRedirections(sides: Sides, { engines }: JudgingFacts): readonly JudgingRemark[] {
  const changed = redirecting.filter((keys) => differs(sides, ...keys));
  if (changed.length === 0) return [];
  const names = changed.flatMap((keys) => Object.keys(tableIn(sides.now, ...keys)));
  const own = names.flatMap((name) => enginesOfPackage(engines, name));
  const readers = own.length > 0 ? own : enginesThatTakeIn(engines, 'node');
  const tables = changed.map((keys) => keys.join('.'));
  return [
    {
      class: 'tool',
      sentence: `Which packages are installed in place of those that are asked for is changed in ${tables.join(', ')}.`,
      milder: preferRunning(readers),
    },
  ];
}

/** A package of the repository that has the name of a tool stands in its place. */
function readOwnName(
  sides: Sides,
  { engines, dependencies }: JudgingFacts,
): readonly JudgingRemark[] {
  const name = valueIn(sides.now, 'name');
  if (typeof name !== 'string' || !differs(sides, 'name')) return [];
  const tools = engines.filter((one) => one.tools.includes(name));
  if (tools.length === 0 && !dependencies.has(name)) return [];
  const milder = preferRunning(tools.length > 0 ? tools : enginesThatTakeIn(engines, 'node'));
  const sentence = `It is a package of the repository called ${shownName(name)}, as one that is installed.`;
  return [{ class: 'tool', sentence, milder }];
}

function readPrograms(sides: Sides, { engines }: JudgingFacts): readonly JudgingRemark[] {
  if (!differs(sides, 'bin')) return [];
  const names = Object.keys(tableIn(sides.now, 'bin'));
  const tools = engines.filter((one) => one.tools.some((tool) => names.includes(tool)));
  if (tools.length === 0) return [];
  const sentence = `It brings a program of the name of a tool: ${nameFirst(names.map(shownName), 4)}.`;
  return [{ class: 'tool', sentence, milder: preferRunning(tools) }];
}

const installing =
  /^(?:(?:pre|post)?(?:install|prepare|prepublish)|dependencies|pnpm:devPreinstall)$/;

function readScripts(sides: Sides, { engines }: JudgingFacts): readonly JudgingRemark[] {
  const [old, now] = [tableIn(sides.old, 'scripts'), tableIn(sides.now, 'scripts')];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => old[name] !== now[name])
    .toSorted();
  const atInstall = names.filter((name) => installing.test(name));
  const starting = names.flatMap((name) => {
    const texts = [old[name], now[name]].filter((text) => typeof text === 'string').join(' ');
    const mentioned = engines.filter(({ tools }) => tools.some((tool) => mentions(texts, tool)));
    const isOfTests = /^(?:pre|post)?test(?:$|:)/.test(name);
    const started = [...mentioned, ...(isOfTests ? runningTests(engines, 'node') : [])];
    return installing.test(name) || started.length === 0 ? [] : [{ name, started }];
  });
  return [
    ...(atInstall.length === 0
      ? []
      : [
          {
            class: 'hook' as const,
            sentence: `Other commands run when it is installed: ${atInstall.join(', ')}.`,
            milder: allRunning(engines),
          },
        ]),
    ...(starting.length === 0
      ? []
      : [
          {
            class: 'configuration' as const,
            sentence: `Tools are started otherwise by its scripts: ${nameFirst(
              starting.map(({ name }) => shownName(name)),
              5,
            )}.`,
            milder: preferRunning(starting.flatMap(({ started }) => started)),
          },
        ]),
  ];
}

function mentions(text: string, tool: string): boolean {
  return text.split(/[^\w@/.-]+/).some((word) => word === tool || word.endsWith(`/${tool}`));
}

function readRuntime(sides: Sides, { engines }: JudgingFacts): readonly JudgingRemark[] {
  const changed = ['engines', 'packageManager', 'devEngines', 'volta'].filter((key) =>
    differs(sides, key),
  );
  if (changed.length === 0) return [];
  const sentence = `Another Node or package manager is asked for in ${changed.join(', ')}.`;
  const milder = preferRunning(engines.filter(({ language }) => language === 'node'));
  return [{ class: 'tool', sentence, milder }];
}

function readCommitHooks(sides: Sides): readonly JudgingRemark[] {
  const changed = commitHookKeys.filter((key) => differs(sides, key));
  if (changed.length === 0) return [];
  const sentence = `Other commands run when people commit: ${changed.join(', ')}.`;
  return [{ class: 'commit-hook', sentence, milder: [] }];
}
