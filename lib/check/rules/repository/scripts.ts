import { tableIn } from '#base/data.ts';
import { type RepositoryFacts, within } from './facts.ts';
import { matchesName } from './match-name.ts';
import { splitCommands, unknownPart } from './commands/shell-words.ts';

/** How a script of package.json starts a program. */
export interface ScriptCommand {
  /** Its name in package.json. */
  readonly script: string;
  /** Variables that it sets. */
  readonly env: Readonly<Record<string, string>>;
  /** What Node is told before the program. */
  readonly nodeArgs: readonly string[];
  readonly args: readonly string[];
}

/**
 * The commands of one folder's scripts that start this program: those that `npm test` runs first, then those of scripts
 * named after tests, then all others.
 */
export function findScriptCommands(
  facts: RepositoryFacts,
  folder: string,
  program: string,
): readonly ScriptCommand[] {
  const scripts = tableIn(facts.manifests.get(within(folder, 'package.json')), 'scripts');
  const names = [
    ...reachableFrom('test', scripts),
    ...Object.keys(scripts).filter((name) => /^(?:test|unit|spec)/i.test(name)),
    ...Object.keys(scripts),
  ];
  return [...new Set(names)].flatMap((script) =>
    commandsOf(scripts, script).flatMap((words) => {
      const found = readProgramStart(words, program);
      if (found === undefined) return [];
      const known = found.args.filter((word) => !word.includes(unknownPart));
      const args = known.flatMap((word) =>
        lookUp(word, { facts, folder, script: String(scripts[script]) }),
      );
      return [{ ...found, script, args }];
    }),
  );
}

type Scripts = Readonly<Record<string, unknown>>;
type Words = readonly string[];

function commandsOf(scripts: Scripts, name: string): readonly Words[] {
  const script = scripts[name];
  const all = typeof script === 'string' ? splitCommands(script) : [];
  // What runs in another folder is of no project here.
  const left = all.findIndex(([word]) => word === 'cd');
  return left < 0 ? all : all.slice(0, left);
}

/** A script and those that it runs, in the order in which they run. */
function reachableFrom(first: string, scripts: Scripts): readonly string[] {
  const found = new Set([first]);
  for (const name of found) {
    for (const words of commandsOf(scripts, name)) {
      for (const other of runBy(words)) if (Object.hasOwn(scripts, other)) found.add(other);
    }
  }
  return [...found];
}

/** `npm run a`, `pnpm a`, `yarn run a`, `run-s a b`. */
function runBy(words: Words): readonly string[] {
  const [program = '', ...rest] = words;
  if (!/^(?:npm|pnpm|yarn|bun|run-[sp]|npm-run-all)$/.test(program)) return [];
  return rest.filter((word) => !word.startsWith('-'));
}

const launchers =
  /^(?:cross-env(?:-shell)?|env|npx|pnpm|yarn|bunx|bun|exec|run|c8|nyc|dotenv|dotenvx|time|node|tsx)$/;
const assignment = /^([A-Za-z_]\w*)=(.*)$/s;

type ProgramStart = Pick<ScriptCommand, 'env' | 'nodeArgs' | 'args'>;

/** A launcher may stand before it, with options of its own. */
function readProgramStart(words: Words, program: string): ProgramStart | undefined {
  const named = words.findIndex((word) => programsIn(word).includes(program));
  if (named < 0) return undefined;
  const before = words.slice(0, named);
  const first = before.find((word) => !assignment.test(word));
  if (first !== undefined && !launchers.test(first)) return undefined;
  const node = before.indexOf('node');
  return {
    env: Object.fromEntries(
      before.flatMap((word) => {
        const [, name, value = ''] = assignment.exec(word) ?? [];
        return name === undefined ? [] : [[name, value]];
      }),
    ),
    nodeArgs: node < 0 ? [] : withoutScript(before.slice(node + 1)),
    args: words.slice(named + 1),
  };
}

/** `node_modules/jest/bin/jest.js` is `jest`, whatever the file is called; other scripts of that name are none. */
function programsIn(word: string): readonly string[] {
  const [, installed, name = ''] = /^(.*node_modules\/.*\/)?([^/]+)$/.exec(word) ?? [];
  if (installed === undefined) return [name];
  const [, owner] = /node_modules\/((?:@[^/]+\/)?[^/.][^/]*)\//.exec(installed) ?? [];
  return [name.replace(/\.[cm]?js$/, ''), ...(owner === undefined ? [] : [owner])];
}

const valuedByNode =
  /^(?:-[rC]|--(?:import|require|loader|experimental-loader|env-file|conditions))$/;

/** A script of the project's own that starts the program is no option of Node, and what follows it is that script's. */
function withoutScript(words: Words): Words {
  const script = words.findIndex(
    (word, at) => !word.startsWith('-') && !valuedByNode.test(words[at - 1] ?? ''),
  );
  return script < 0 ? words : words.slice(0, script);
}

interface Place {
  readonly facts: RepositoryFacts;
  readonly folder: string;
  readonly script: string;
}

/** As a shell does: the files that a pattern matches, else the pattern itself. `**` is no more than `*` to it. */
function lookUp(word: string, { facts, folder, script }: Place): readonly string[] {
  const isQuoted = [`'${word}'`, `"${word}"`].some((quoted) => script.includes(quoted));
  if (!word.includes('*') || isQuoted) return [word];
  const name = within(folder, word.replace(/^\.\//, '').replaceAll('**', '*'));
  const parts = name.split('/').length;
  const found = [...facts.files].filter(
    (path) => path.split('/').length === parts && matchesName(path, { name, root: '.' }),
  );
  const cut = folder === '.' ? 0 : folder.length + 1;
  return found.length === 0 ? [word] : found.map((path) => path.slice(cut)).toSorted();
}
