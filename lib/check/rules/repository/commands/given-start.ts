import { inExactForm } from '#base/glob.ts';
import type { Detection } from '../evidence.ts';
import { folderOf, fromRoot, isIgnored, type RepositoryFacts, upward, within } from '../facts.ts';
import { isBelow } from '../roots.ts';
import { listProjectCommands, type ProjectCommand, writeCommand } from './project-commands.ts';
import { unknownPart } from './shell-words.ts';

/** How the commands of one tool are to be read. */
export interface CommandShape {
  readonly tool: string;
  /** Its first word, where the tool does several things: any of these. */
  readonly does?: readonly string[];
  /** Options that take the next word. */
  readonly valued: RegExp;
  /** Options that change how it tells things and not what it judges, and what a check must not do. */
  readonly besides: RegExp;
  /** Options that make it do something else. */
  readonly isOther?: RegExp;
  /** What several commands come to. together: what any of them judges. none: it stays with the tool. */
  readonly several: 'together' | 'none';
  /** Without paths it judges nothing, so such a command says nothing of them. */
  readonly needsPaths?: true;
  /** Its option for an expression of paths that it leaves out, as hooks have it. */
  readonly leavesBy?: string;
  /** It looks patterns up by itself; what they match is what it judges, and nothing else in the same folders. */
  readonly takesPatterns?: true;
}

/** What a tool is started with where the project does so. */
export interface GivenStart {
  readonly args: readonly string[];
  /** Relative to the root; empty: the commands leave it to the tool. */
  readonly paths: readonly string[];
}

/** The commands of the project that are one tool's. */
export function findCommands(
  facts: RepositoryFacts,
  { tool, does, isOther }: Pick<CommandShape, 'tool' | 'does' | 'isOther'>,
): readonly ProjectCommand[] {
  return listProjectCommands(facts).filter(
    (one) =>
      one.tool === tool &&
      (does === undefined || does.includes(one.args[0] ?? '')) &&
      !one.args.some((arg) => isOther?.test(arg)),
  );
}

/** How the project starts a tool in one root; undefined: it does not say, or says different things. */
export function findGivenStart(
  facts: RepositoryFacts,
  root: string,
  shape: CommandShape,
): GivenStart | undefined {
  const all = findCommands(facts, shape).filter((one) => one.root === root);
  // A hook judges what is about to be committed: it tells of the whole only where nothing else does.
  const whole = all.filter(({ isHook }) => isHook !== true);
  const starts = (whole.length > 0 ? whole : all).flatMap((one) =>
    readStart(facts, root, { shape, command: one }),
  );
  const [first, ...others] = [...new Map(starts.map((one) => [JSON.stringify(one), one])).values()];
  if (first === undefined) return undefined;
  if (others.length === 0) return first;
  if (shape.several === 'none') return undefined;
  const args = first.args.every((arg, at) => others.every((one) => one.args[at] === arg))
    ? first.args
    : [];
  const judged = [first, ...others].filter(
    ({ paths }) => shape.needsPaths !== true || paths.length > 0,
  );
  const isWhole = judged.some(({ paths }) => paths.length === 0);
  return { args, paths: isWhole ? [] : withoutInner(judged.flatMap(({ paths }) => paths)) };
}

/** A tool that no file configures is used where a command of the project starts it; what hooks start, they install themselves. */
export function detectByCommand(
  facts: RepositoryFacts,
  root: string,
  shape: Pick<CommandShape, 'tool' | 'does' | 'isOther'>,
): Detection | undefined {
  const command = findCommands(facts, shape).find(
    (one) => one.root === root && one.isHook !== true,
  );
  if (command === undefined) return undefined;
  return { kind: 'present', because: `${command.at} runs ${shape.tool}`, at: root };
}

/** Whether any command of the project gives a tool such an argument. */
export function isGivenArgument(
  facts: RepositoryFacts,
  shape: Pick<CommandShape, 'tool' | 'does' | 'isOther'>,
  argument: RegExp,
): boolean {
  return findCommands(facts, shape).some(({ args }) => args.some((one) => argument.test(one)));
}

/** Every command of a tool, in words of its own. */
export function describeCommands(
  facts: RepositoryFacts,
  shape: Pick<CommandShape, 'tool' | 'does' | 'isOther'>,
): readonly string[] {
  return findCommands(facts, shape).map(
    (one) => `${one.at} ${one.isHook === true ? 'has' : 'runs'} \`${writeCommand(one)}\``,
  );
}

interface CommandToRead {
  readonly shape: CommandShape;
  readonly command: ProjectCommand;
}

function readStart(
  facts: RepositoryFacts,
  root: string,
  { shape, command }: CommandToRead,
): readonly GivenStart[] {
  const { leavesBy } = shape;
  const { leaves } = command;
  const args = leavesBy === undefined || leaves === undefined ? [] : [`${leavesBy}=${leaves}`];
  const paths: string[] = [];
  const rest = command.args.slice(shape.does === undefined ? 0 : 1).values();
  for (const word of rest) {
    const isOption = word.startsWith('-') && word !== '-' && word !== '--';
    const value = isOption && shape.valued.test(word) ? rest.next().value : undefined;
    const words = [word, ...(value === undefined ? [] : [value])];
    if (isOption && shape.besides.test(word)) continue;
    if (words.some((one) => one.includes(unknownPart))) return [];
    if (isOption) args.push(...words);
    else if (word !== '--') {
      const path = word.replace(/^\.\/(?=.)/, '').replace(/(?<=.)\/$/, '');
      const named = shape.takesPatterns === true ? matchedBy(facts, root, path) : [];
      // Other patterns, and modules, are not what a scope is made of.
      if (named.length === 0 && !isThere(facts, within(root, path))) return [];
      paths.push(...(named.length === 0 ? [path] : named));
    }
  }
  return [{ args, paths: withoutInner(paths) }];
}

/** The files that a plain pattern matches; none where it is no such pattern, or too many for a command line. */
function matchedBy(facts: RepositoryFacts, root: string, pattern: string): readonly string[] {
  if (!/[*?{]/.test(pattern) || /^!|\[|[?*+@!]\(/.test(pattern)) return [];
  const isMatched = inExactForm([within(root, pattern)]);
  const found = [...facts.files].filter((path) => isMatched(path) && !isIgnored(facts, path));
  return found.length > mostFiles ? [] : found.map((path) => fromRoot(path, root));
}

const mostFiles = 5_000;

function isThere({ files }: RepositoryFacts, path: string): boolean {
  const clean = path.replace(/(?:^|\/)\.$/, '') || '.';
  return clean === '.' || files.has(clean) || [...files].some((one) => isBelow(one, clean));
}

function withoutInner(paths: readonly string[]): readonly string[] {
  const all = [...new Set(paths)];
  if (all.includes('.')) return [];
  const taken = new Set(all);
  return all.filter((path) => !upward(folderOf(path)).some((above) => taken.has(above))).toSorted();
}
