import type { Random } from './random.ts';
import { findUnits, type Language, type Span, type TracedLine, type Tree } from './tree.ts';

export interface Maker {
  readonly random: Random;
  readonly language: Language;
  /** Functions of files that are not in the tree. */
  readonly foreign: readonly (readonly string[])[];
}

/** One kind of change; undefined: the files that were picked do not allow it. */
export type Change = (maker: Maker, tree: Tree) => Tree | undefined;

/** What commits do to code, each alone. */
export const changes: Readonly<Record<string, Change>> = {
  edit_above: (maker, tree) =>
    withFile(maker, tree, (lines) =>
      insertAt(lines, 0, [`${maker.language.comment} Written anew.`, '']),
    ),
  touch_lines: (maker, tree) => withFile(maker, tree, (lines) => editLines(maker, lines, 3)),
  add: (maker, tree) => withFile(maker, tree, (lines) => addForeign(maker, lines)),
  delete: (maker, tree) =>
    withUnit(maker, tree, ({ lines, unit }) => [
      ...lines.slice(0, unit.from),
      ...lines.slice(unit.to),
    ]),
  swap: (maker, tree) =>
    withUnit(maker, tree, ({ lines, unit }) =>
      addForeign(maker, [...lines.slice(0, unit.from), ...lines.slice(unit.to)]),
    ),
  reindent: (maker, tree) =>
    withUnit(maker, tree, ({ lines, unit }) => [
      ...lines.slice(0, unit.from),
      ...wrap(maker, lines.slice(unit.from, unit.to)),
      ...lines.slice(unit.to),
    ]),
  move_within: (maker, tree) =>
    withUnit(maker, tree, ({ lines, unit }) => {
      const rest = [...lines.slice(0, unit.from), ...lines.slice(unit.to)];
      return placeAtTop(maker, rest, lines.slice(unit.from, unit.to));
    }),
  rename: (maker, tree) => renameFile(maker, tree, (lines) => lines),
  rename_and_edit: (maker, tree) => renameFile(maker, tree, (lines) => editLines(maker, lines, 5)),
  to_other_file: (maker, tree) => moveUnits(maker, tree, { to: 'other' }),
  to_new_file: (maker, tree) => moveUnits(maker, tree, { to: 'new' }),
  moved_and_edited: (maker, tree) =>
    moveUnits(maker, tree, { to: 'other', change: (lines) => editLines(maker, lines, 2) }),
  moved_and_indented: (maker, tree) =>
    moveUnits(maker, tree, { to: 'other', change: (lines) => wrap(maker, lines) }),
  moved_and_copied: (maker, tree) => moveUnits(maker, tree, { to: 'other', copies: 1 }),
  several_to_new_file: (maker, tree) => moveUnits(maker, tree, { to: 'new', count: 4 }),
  duplicate: (maker, tree) => copyUnit(maker, tree),
  split: (maker, tree) => splitFile(maker, tree),
};

const manyAtOnce = [
  'edit_above',
  'touch_lines',
  'add',
  'delete',
  'move_within',
  'rename',
  'to_other_file',
  'to_new_file',
  'duplicate',
];

/** Several of them, one after the other. */
export function changeMuch(maker: Maker, tree: Tree): Tree | undefined {
  let now: Tree | undefined = tree;
  for (let step = 0; step < 5 && now !== undefined; step += 1) {
    now = changes[maker.random.pick(manyAtOnce)]?.(maker, now);
  }
  return now;
}

type Lines = readonly TracedLine[];

function written(texts: readonly string[]): Lines {
  return texts.map((text) => ({ text }));
}

function insertAt(lines: Lines, at: number, texts: readonly string[]): Lines {
  return [...lines.slice(0, at), ...written(texts), ...lines.slice(at)];
}

function withFile(
  { random }: Maker,
  tree: Tree,
  change: (lines: Lines) => Lines | undefined,
): Tree | undefined {
  const path = random.pick([...tree.keys()]);
  const lines = change(tree.get(path) ?? []);
  return lines && new Map([...tree, [path, lines]]);
}

interface PickedUnit {
  readonly path: string;
  readonly lines: Lines;
  readonly unit: Span;
}

function pickUnit({ random, language }: Maker, tree: Tree): PickedUnit | undefined {
  const path = random.pick([...tree.keys()]);
  const lines = tree.get(path) ?? [];
  const units = findUnits(lines, language);
  return units.length < 2 ? undefined : { path, lines, unit: random.pick(units) };
}

function withUnit(
  maker: Maker,
  tree: Tree,
  change: (picked: PickedUnit) => Lines | undefined,
): Tree | undefined {
  const picked = pickUnit(maker, tree);
  const lines = picked && change(picked);
  return picked && lines && new Map([...tree, [picked.path, lines]]);
}

/** Before another function of the file, or at its end. */
function placeAtTop({ random, language }: Maker, lines: Lines, block: Lines): Lines {
  const places = [...findUnits(lines, language).map(({ from }) => from), lines.length];
  const at = random.pick(places);
  return [
    ...lines.slice(0, at),
    ...written(['']),
    ...block,
    ...written(['', '']),
    ...lines.slice(at),
  ];
}

function addForeign(maker: Maker, lines: Lines): Lines {
  return placeAtTop(maker, lines, written(maker.random.pick(maker.foreign)));
}

/** An edit that leaves the line what it is: another number, another name, a word behind it. */
function editLines({ random, language }: Maker, lines: Lines, count: number): Lines {
  const now = [...lines];
  for (let edit = 0; edit < count; edit += 1) {
    const at = random.below(now.length);
    const { text, origin } = now[at] ?? { text: '' };
    if (!/^\s*[a-z_][\w.]*(?: =|\(|\[| [a-z_])/.test(text) || text.includes('"""')) continue;
    const numbered = text.replace(/\b\d+\b/, (number) => `${Number(number) + 1}`);
    const named = text.replace(/(\w{3,})(\W*)$/, '$1_2$2');
    const said = `${text}  ${language.comment} see above`;
    now[at] = { text: random.pick([numbered, named, said]), ...(origin && { origin }) };
  }
  return now;
}

function wrap({ language }: Maker, block: Lines): Lines {
  const { before, after } = language.wrapper;
  const inner = block.map(({ text, ...more }) => ({
    ...more,
    text: text === '' ? '' : `    ${text}`,
  }));
  return [...written([before]), ...inner, ...written(after)];
}

function renameFile(maker: Maker, tree: Tree, change: (lines: Lines) => Lines): Tree {
  const { random, language } = maker;
  const path = random.pick([...tree.keys()]);
  const name = path.replace(
    /(\w+)\.\w+$/,
    `renamed/$1_${random.below(1000)}.${language.extension}`,
  );
  const others = [...tree].filter(([other]) => other !== path);
  return new Map([...others, [name, change(tree.get(path) ?? [])]]);
}

interface Moving {
  readonly to: 'new' | 'other';
  readonly count?: number;
  readonly copies?: number;
  readonly change?: (lines: Lines) => Lines;
}

function moveUnits(maker: Maker, tree: Tree, how: Moving): Tree | undefined {
  const { random, language } = maker;
  const now = new Map(tree);
  const name = `moved/part_${random.below(100_000)}.${language.extension}`;
  if (how.to === 'new') now.set(name, written(['']));
  for (let count = 0; count < (how.count ?? 1); count += 1) {
    const picked = pickUnit(maker, now);
    const target = how.to === 'new' ? name : random.pick([...now.keys()]);
    if (picked === undefined || picked.path === target) return undefined;
    const { path, lines, unit } = picked;
    const block = lines.slice(unit.from, unit.to);
    now.set(path, [...lines.slice(0, unit.from), ...lines.slice(unit.to)]);
    now.set(target, placeAtTop(maker, now.get(target) ?? [], how.change?.(block) ?? block));
    if ((how.copies ?? 0) === 0) continue;
    const texts = written(block.map(({ text }) => text));
    // In the file of the original, so that it is plain which of both went there.
    now.set(target, [...(now.get(target) ?? []), ...written(['', '']), ...texts]);
  }
  return now;
}

function copyUnit(maker: Maker, tree: Tree): Tree | undefined {
  const picked = pickUnit(maker, tree);
  if (picked === undefined) return undefined;
  const target = maker.random.pick([...tree.keys()]);
  const copy = written(
    picked.lines.slice(picked.unit.from, picked.unit.to).map(({ text }) => text),
  );
  return new Map([...tree, [target, placeAtTop(maker, tree.get(target) ?? [], copy)]]);
}

function splitFile(maker: Maker, tree: Tree): Tree | undefined {
  const { random, language } = maker;
  const path = random.pick([...tree.keys()]);
  const lines = tree.get(path) ?? [];
  const units = findUnits(lines, language);
  const middle = units[Math.floor(units.length / 2)]?.from;
  if (middle === undefined || units.length < 4) return undefined;
  const others = [...tree].filter(([other]) => other !== path);
  const name = (part: string): string =>
    `split/${part}_${random.below(100_000)}.${language.extension}`;
  return new Map([
    ...others,
    [name('one'), lines.slice(0, middle)],
    [name('two'), lines.slice(middle)],
  ]);
}
