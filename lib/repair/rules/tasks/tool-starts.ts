import { fromRoot, upward, within } from '#check/rules/repository/facts.ts';
import type { Program } from '#check/rules/repository/program.ts';
import { shellLine } from './shell-line.ts';

type Argv = readonly [string, ...string[]];

export interface StartedTool {
  /** How it is started to judge, before its arguments. */
  readonly argv: Argv;
  /** undefined: a user gave the whole command, so no other spelling is known to be the same. */
  readonly program: Program | undefined;
  /** Where it runs, relative to the repository. */
  readonly root: string;
}

export interface CopyPlace {
  /** Both absolute. */
  readonly repository: string;
  readonly copy: string;
  /** What the copy shares with the repository, relative to it. */
  readonly links: readonly string[];
}

/** The path by which a copy has what lies in a shared folder of the repository; every other path stays. */
export function pathInCopy({ repository, copy, links }: CopyPlace, path: string): string {
  const inside = pathBelow(repository, path);
  const isShared = links.some((link) => inside === link || inside?.startsWith(`${link}/`) === true);
  return inside !== undefined && isShared ? `${copy}/${inside}` : path;
}

/** The words of a command as one would type them in a folder of the copy. */
export function typedIn(place: CopyPlace, root: string, [first, ...words]: Argv): Argv {
  const type = (word: string) => fromFolder(place.copy, root, pathInCopy(place, word));
  return [type(first), ...words.map(type)];
}

/** The ordinary ways to start the same tool in a copy; the first one is that which judges. */
export function toolStarts(place: CopyPlace, tool: StartedTool): readonly string[] {
  const judging = typedIn(place, tool.root, tool.argv);
  const starts = [tool.argv, ...spellings(place, tool)].flatMap(([first, ...words]) =>
    waysTo(place, tool.root, pathInCopy(place, first)).map((way) => [
      way,
      ...words.map((word) => typedIn(place, tool.root, [word])[0]),
    ]),
  );
  return [...new Set([judging, ...starts].map((words) => shellLine(words)))];
}

function spellings(place: CopyPlace, { argv, program, root }: StartedTool): readonly Argv[] {
  if (program === undefined) return [];
  if (program.kind === 'binary') return [[program.name]];
  if (program.kind === 'python-module') {
    const { module } = program;
    const folder = /^(.*)\/python[\d.]*$/.exec(pathInCopy(place, argv[0]))?.[1];
    const beside: readonly Argv[] =
      folder === undefined ? [] : [[`${folder}/${module}`], [`${folder}/python3`, '-m', module]];
    return [[module], ['python', '-m', module], ['python3', '-m', module], ...beside];
  }
  const { bin } = program;
  const installed = upward(root).map((folder) => within(folder, `node_modules/.bin/${bin}`));
  return [
    [bin],
    ['npx', bin],
    ['npx', '--no-install', bin],
    ...installed.map((path): Argv => [`${place.copy}/${path}`]),
  ];
}

/** All paths by which one gets to a program of the copy: from the folder of the tool, from the top, and the whole one. */
function waysTo({ copy }: CopyPlace, root: string, path: string): readonly string[] {
  if (pathBelow(copy, path) === undefined) return [path];
  const ways = [...new Set([root, '.'])].map((folder) => fromFolder(copy, folder, path));
  const here = ways.filter((way) => !way.startsWith('../')).map((way) => `./${way}`);
  return [...ways, ...here, path];
}

function fromFolder(copy: string, root: string, path: string): string {
  const inside = pathBelow(copy, path);
  return inside === undefined ? path : fromRoot(inside, root);
}

function pathBelow(folder: string, path: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined;
}
